import { createHash } from 'node:crypto'
import type { RemoteEvent } from './port.ts'

/** What an event says about a night. */
export type EventMeaning = Pick<RemoteEvent, 'status' | 'summary' | 'startDate' | 'endDate'>

/**
 * A hash of what an event says about its night. It changes when a person edits the title or the day, or
 * removes the event. Color, reminders, description, Unicode form and outer spaces do not change it.
 */
export function eventHash(meaning: EventMeaning): string {
  const { status, summary, startDate, endDate } = meaning
  const parts = [status, summary.normalize('NFC').trim(), startDate, endDate]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * What we remember of a write: the `eventHash`, a dot, and a hash of the description. The first part alone
 * tells an echo from an edit, because the family may change the description. Both together show whether there
 * is something to write.
 */
export function pushedHash(meaning: string, description: string): string {
  return `${meaning}.${createHash('sha256').update(description).digest('base64url')}`
}

/** The same with an unknown description; it equals no `pushedHash`. */
export function writtenMeaning(meaning: string): string {
  return `${meaning}.`
}

/** The `eventHash` in a `pushedHash`; null when the calendar has nothing of ours. */
export function pushedMeaning(hash: string | null): string | null {
  return hash && hash.slice(0, hash.indexOf('.'))
}

/** Marks the events of an installation, so that another one knows them; it does not reveal the installation. */
export function installationMark(installation: string): string {
  return createHash('sha256').update(`mark of ${installation}`).digest('hex').slice(0, 16)
}

/** Whether an id has the form of `eventId`, of any installation. */
export function hasFormOfEventId(id: string): boolean {
  return /^nr[0-9a-v]{30}$/.test(id)
}

/**
 * The id of a night's event: `nr` and 30 base32hex characters (150 bits of a SHA-256). A night always gets
 * the same id, so a repeated insert cannot create a second event. `generation` starts at 0 and is raised when
 * a removed event cannot be restored. Google takes a-v and 0-9, 5 to 1024 characters
 * (https://developers.google.com/workspace/calendar/api/v3/reference/events/insert).
 */
export function eventId(of: {
  installation: string
  calendarId: string
  night: Temporal.PlainDate
  generation: number
}): string {
  const parts = [of.installation, of.calendarId, of.night.toString(), of.generation]
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const bits = BigInt(`0x${digest}`) >> 106n
  return `nr${bits.toString(32).padStart(30, '0')}`
}
