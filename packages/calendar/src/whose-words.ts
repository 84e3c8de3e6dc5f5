import { eventHash } from './event-hash.ts'
import type { RemoteEvent } from './port.ts'

/**
 * What stands in the calendar, as far as we know: what we wrote, or a person's spelling of the same
 * (`present`); a person's version that the plan now follows (`adopted`) or that is to be written back
 * (`rejected`); nothing, because a person removed it and it is to come back (`deleted`), or because we
 * removed it (`removed`).
 */
export type KnownState = 'present' | 'adopted' | 'rejected' | 'deleted' | 'removed'

/** What we know of one of our events. */
export interface KnownEvent {
  night: Temporal.PlainDate
  /** Of the version we saw last; null before the first answer. */
  etag: string | null
  /** `eventHash` of what we wrote last; null where no write is on record. */
  pushedMeaning: string | null
  /** `eventHash` of a person's words that stand there and were judged; null where ours stand. */
  judgedMeaning: string | null
  state: KnownState
}

/**
 * Whose words an event carries: ours, a person's that were `judged` before, or a person's that are
 * `new`. Ours are what we wrote last, or agree with the hash that each of our writes leaves on the
 * event, so that a write is known although its answer never came or is not stored yet. After a person's
 * words our last ones can only be back because a person put them back: then they are new. Colour,
 * reminders and description are the family's and say nothing.
 */
export function whoseWords(
  remote: RemoteEvent,
  { pushedMeaning, judgedMeaning }: Pick<KnownEvent, 'pushedMeaning' | 'judgedMeaning'>,
): 'ours' | 'judged' | 'new' {
  // The account can't see what it says, so what we know of it stays true.
  if (remote.detailsHidden) return 'judged'
  // We never write a series.
  if (remote.repeats) return 'new'
  const meaning = eventHash(remote)
  if (meaning === judgedMeaning) return 'judged'
  const left = remote.properties['hash']
  if (meaning === left) return meaning !== pushedMeaning || judgedMeaning === null ? 'ours' : 'new'
  // A later write of ours was there, and its answer was lost: our words of before it are a person's.
  const overwritten = left !== undefined && left !== '' && left !== pushedMeaning
  return meaning === pushedMeaning && judgedMeaning === null && !overwritten ? 'ours' : 'new'
}
