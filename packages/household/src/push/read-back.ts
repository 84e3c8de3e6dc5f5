import { eventHash, type RemoteEvent } from '@night-routine/calendar'

/** What an event turned out to be when a write met something unexpected. */
export type ReadBack = 'removed' | 'as-wanted' | 'as-written' | 'edited'

/**
 * Tells our own event from one that a person changed. `as-wanted`: it already says what we are about
 * to write; `as-written`: it still means what we wrote before, so only things that belong to the
 * family (colour, reminders) changed; `edited`: a person changed its meaning. Events carry the hash of
 * what we wrote, so this holds also where the mirror knows nothing of the write.
 */
export function readBack(
  remote: RemoteEvent,
  known: { wanted: string | null; pushed: string | null },
): ReadBack {
  if (remote.status === 'cancelled') return 'removed'
  const meaning = eventHash(remote)
  if (meaning === known.pushed) return 'as-written'
  if (meaning === known.wanted) return 'as-wanted'
  return meaning === remote.properties['hash'] ? 'as-written' : 'edited'
}
