import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request as send, type Agent } from 'node:https'
import { isPrivateAddress, publicAgent } from '@night-routine/service'
import {
  NotACalendarError,
  TooMuchError,
  type BusyRequest,
  type BusyTimes,
} from '../busy/busy-time.ts'
import { readBusyInThread } from '../busy/read-in-thread.ts'
import { limitedText } from '../limited-text.ts'
import { outsideIdentifier } from '../outside-event.ts'

export type AddressFailure =
  | 'slow'
  | 'huge'
  | 'private'
  | 'gone'
  | 'not-a-calendar'
  | 'refused'
  | 'unreachable'

export type AddressAnswer =
  | (BusyTimes & { kind: 'read'; etag: string | null })
  /** The file is still the one of the etag. */
  | { kind: 'unchanged' }
  | { kind: 'failed'; trouble: AddressFailure }

const most = { bytes: 5 * 1024 * 1024, redirects: 5, addressLength: 2000 }

/** For everything that is sent, with all redirects; a page waits for it. */
const usualTimeoutMs = 20_000

/**
 * The address of a published calendar, as a person typed it: https, or webcal, which means the same.
 * @returns null for anything else
 */
export function calendarAddressIn(text: string): URL | null {
  const url = URL.parse(text.trim().replace(/^webcals?:\/\//i, 'https://'))
  if (url === null || url.protocol !== 'https:' || url.href.length > most.addressLength) return null
  url.hash = ''
  return url
}

/**
 * Reads when a person is busy from a published iCalendar file. The address comes from a person and the file from
 * anywhere, so only public https addresses are called, also after a redirect, and time and size are limited. Throws
 * nothing for what a server does wrong.
 */
export async function readCalendarAddress(
  address: URL,
  request: BusyRequest & {
    etag?: string | null
    /** Tests pass one that reaches their own server. */
    agent?: Agent
    timeoutMs?: number
  },
): Promise<AddressAnswer> {
  const { etag = null, agent = publicAgent(), timeoutMs = usualTimeoutMs, ...busy } = request
  const file = await download(address, { etag, agent, signal: AbortSignal.timeout(timeoutMs) })
  if (typeof file === 'string')
    return file === 'unchanged' ? { kind: 'unchanged' } : { kind: 'failed', trouble: file }
  try {
    return { kind: 'read', ...(await readBusyInThread([file.text], busy)), etag: file.etag }
  } catch (error) {
    if (error instanceof NotACalendarError) return { kind: 'failed', trouble: 'not-a-calendar' }
    if (error instanceof TooMuchError) return { kind: 'failed', trouble: 'huge' }
    throw error
  }
}

type Download = { text: string; etag: string | null } | 'unchanged' | AddressFailure

async function download(first: URL, options: Asking): Promise<Download> {
  try {
    return await follow(first, options)
  } catch (error) {
    if (isPrivateAddress(error)) return 'private'
    return options.signal.aborted ? 'slow' : 'unreachable'
  }
}

interface Asking {
  etag: string | null
  agent: Agent
  signal: AbortSignal
}

async function follow(first: URL, asking: Asking): Promise<Download> {
  let url = first
  for (let redirects = 0; redirects <= most.redirects; redirects += 1) {
    const response = await get(url, asking)
    try {
      const { statusCode: status = 0, headers } = response
      const next = redirectedTo(status, headers.location, url)
      if (next !== undefined) {
        if (next === null) return 'refused'
        url = next
        continue
      }
      if (status === 304 && asking.etag !== null) return 'unchanged'
      if (status !== 200) return troubleOfStatus(status)
      const text = await limitedText(response, most.bytes)
      return text === null ? 'huge' : { text, etag: outsideIdentifier(headers.etag) }
    } finally {
      // What follows could be endless.
      response.destroy()
    }
  }
  return 'refused'
}

async function get(url: URL, { etag, agent, signal }: Asking): Promise<IncomingMessage> {
  const sent = send(url, {
    agent,
    signal,
    headers: {
      accept: 'text/calendar, */*;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'night-routine',
      ...(etag !== null && { 'if-none-match': etag }),
    },
  })
  sent.end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response === undefined) throw new Error('no response')
  return response
}

/** Where a redirect leads; null where it may not lead, undefined for any other response. */
function redirectedTo(status: number, location: string | undefined, from: URL) {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return calendarAddressIn(URL.parse(location ?? '', from)?.href ?? '')
}

function troubleOfStatus(status: number): AddressFailure {
  if (status === 404 || status === 410) return 'gone'
  if (status === 408) return 'slow'
  return status === 429 || status >= 500 ? 'unreachable' : 'refused'
}
