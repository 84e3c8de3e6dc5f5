import { eventHash } from './event-hash.ts'
import type { RemoteEvent } from './port.ts'

/**
 * What stands in the calendar, as far as we know: what we wrote (`present`), what a person made of
 * it and the plan now follows (`adopted`) or is to be written back (`rejected`), nothing because a
 * person removed it and it is to come back (`deleted`), nothing because we removed it (`removed`).
 */
export type KnownState = 'present' | 'adopted' | 'rejected' | 'deleted' | 'removed'

/** What we know of one of our events. */
export interface KnownEvent {
  night: Temporal.PlainDate
  /** Of the version we saw last; null before the first answer. */
  etag: string | null
  /** `eventHash` of what we wrote last; null where no write is on record. */
  pushedMeaning: string | null
  state: KnownState
}

/**
 * Whether what an event says was written by us: it is what we wrote last, or it agrees with the hash
 * that each of our writes leaves on the event, so that the write is known although its answer never
 * came or is not stored yet. After a person's edit that the plan follows, our last text can only be
 * back because the person put it back; then only another write's hash proves that we were there.
 * We never write a series. Colour, reminders and description are the family's and prove nothing.
 */
export function writtenByUs(
  remote: RemoteEvent,
  known: Pick<KnownEvent, 'pushedMeaning' | 'state'>,
): boolean {
  if (remote.repeats) return false
  const meaning = eventHash(remote)
  if (meaning === known.pushedMeaning) return known.state !== 'adopted'
  return meaning === remote.properties['hash']
}
