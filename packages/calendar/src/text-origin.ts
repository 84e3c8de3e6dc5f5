import { eventHash } from './event-hash.ts'
import type { RemoteEvent } from './port.ts'

/**
 * What the calendar holds for a night, as last seen. `present`: our text, or a person's spelling of it.
 * `adopted`: a person's version that the plan follows. `rejected`: a person's version to be overwritten.
 * `deleted`: a person removed the event and it has to be restored. `removing`: we are about to remove it.
 * `removed`: we removed it.
 */
export type KnownState = 'present' | 'adopted' | 'rejected' | 'deleted' | 'removing' | 'removed'

/** What we know about one of our events. */
export interface KnownEvent {
  night: Temporal.PlainDate
  /** Of the last version seen; null before the first response. */
  etag: string | null
  /** `eventHash` of our last write; null when no write is on record. */
  pushedMeaning: string | null
  /** `eventHash` of a person's text that was judged and is still there; null when our text is there. */
  judgedMeaning: string | null
  state: KnownState
}

/**
 * Whose text an event carries: ours, a person's that was `judged` before, or a person's that is `new`. Ours
 * is what we wrote last, or what matches the hash that each write stores on the event, so a write is
 * recognized even when its response was lost. Our last text is `new` after a person's text, because only a
 * person can have restored it. Color, reminders and description are ignored.
 */
export function textOrigin(
  remote: RemoteEvent,
  { pushedMeaning, judgedMeaning }: Pick<KnownEvent, 'pushedMeaning' | 'judgedMeaning'>,
): 'ours' | 'judged' | 'new' {
  // The account cannot see the details, so what we know stays valid.
  if (remote.detailsHidden) return 'judged'
  // We never write a series, or what we cannot read.
  if (remote.repeats || remote.unreadable) return 'new'
  const meaning = eventHash(remote)
  if (meaning === judgedMeaning) return 'judged'
  const carried = remote.properties['hash']
  if (meaning === carried)
    return meaning !== pushedMeaning || judgedMeaning === null ? 'ours' : 'new'
  // We wrote again and the response was lost, so a person restored our earlier text.
  const overwritten = carried !== undefined && carried !== ''
  return meaning === pushedMeaning && judgedMeaning === null && !overwritten ? 'ours' : 'new'
}
