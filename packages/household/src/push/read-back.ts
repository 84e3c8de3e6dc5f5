import { eventHash, writtenByUs, type RemoteEvent } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { pushedMeaning } from './pushed-hash.ts'

/** What an event turned out to be when a write met something unexpected. */
export type ReadBack = 'removed' | 'as-wanted' | 'ours' | 'edited'

/**
 * Tells our own event from one that a person changed, as the judge does. `as-wanted`: by us, and what
 * we are about to write; `ours`: by us, so only things that belong to the family (colour, reminders)
 * changed; `edited`: a person changed what it says, which the next pull judges.
 */
export function readBack(
  remote: RemoteEvent,
  { row, wanted }: { row: Pick<MirrorRow, 'pushedHash' | 'state'>; wanted: string | null },
): ReadBack {
  if (remote.status === 'cancelled') return 'removed'
  const known = { pushedMeaning: pushedMeaning(row.pushedHash), state: row.state }
  if (!writtenByUs(remote, known)) return 'edited'
  return eventHash(remote) === wanted ? 'as-wanted' : 'ours'
}
