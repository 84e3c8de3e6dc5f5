import { eventHash, whoseWords, type RemoteEvent } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { pushedMeaning } from './pushed-hash.ts'

/** What an event turned out to be when a write met something unexpected. */
export type ReadBack = 'removed' | 'as-wanted' | 'known' | 'edited'

/**
 * Tells what we know from what a person has changed, as the judge does. `as-wanted`: by us, and what we
 * are about to write; `known`: by us, or words of a person that were judged, so that only things that
 * belong to the family (colour, reminders) changed; `edited`: a person changed what it says, which the
 * next pull judges.
 */
export function readBack(
  remote: RemoteEvent,
  { row, wanted }: { row: Pick<MirrorRow, 'pushedHash' | 'judgedMeaning'>; wanted: string | null },
): ReadBack {
  if (remote.status === 'cancelled') return 'removed'
  const { pushedHash, judgedMeaning } = row
  const words = whoseWords(remote, { pushedMeaning: pushedMeaning(pushedHash), judgedMeaning })
  if (words === 'new') return 'edited'
  return words === 'ours' && eventHash(remote) === wanted ? 'as-wanted' : 'known'
}
