import { CalendarError } from '../errors.ts'
import type { DavAnswer } from './requests.ts'
import { preconditionsIn, readMultistatus } from './multistatus.ts'

/** What a server refused, wherever it says so. */
export interface Refusal {
  status: number
  /** Names of preconditions that failed, without their namespaces. */
  preconditions: string[]
  body: string
}

/** What an answer refuses; null for success. Xandikos wraps refusals into a 207. */
export function refusalIn(answer: DavAnswer): Refusal | null {
  const { status, body } = answer
  if (status === 207) {
    const bad = readMultistatus(body)?.responses.find(response => response.status >= 400)
    return bad
      ? { status: bad.status, preconditions: bad.preconditions.map(localName), body: '' }
      : null
  }
  if (status >= 200 && status < 300) return null
  return { status, preconditions: preconditionsIn(body).map(localName), body }
}

function localName(name: string): string {
  return name.slice(name.indexOf('|') + 1)
}

const uidConflicts = ['no-uid-conflict', 'unique-scheduling-object-resource']

/**
 * Whether another event has the UID. SOGo answers 409 in plain words, Nextcloud 400, and Xandikos 412 inside a
 * 207, as for an event that exists.
 */
export function isTaken({ status, preconditions, body }: Refusal): boolean {
  if (uidConflicts.some(one => preconditions.includes(one)) || status === 412) return true
  return (status === 400 || status === 409) && /uid.{0,40}(exist|use|taken)/is.test(body)
}

/** The error of a refusal about which nothing else is known. */
export function refused({ status, preconditions }: Refusal): CalendarError {
  const detail = [status, ...preconditions].join(' ')
  if (status === 423 || status >= 500 || status < 400)
    return new CalendarError('unavailable', { detail })
  if (status === 403) return new CalendarError('forbidden', { detail })
  if (status === 412) return new CalendarError('event-stale', { detail })
  if (status === 404 || status === 410) return new CalendarError('event-gone', { detail })
  return new CalendarError('request-refused', { detail })
}
