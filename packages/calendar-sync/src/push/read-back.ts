import { eventHash, whoseWords, type RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database'
import { pushedMeaning } from './pushed-hash.ts'

/** The state of an event that was read after an unexpected response to a write. */
export type ReadBack = 'removed' | 'as-wanted' | 'known' | 'edited'

/**
 * Tells our own text from a person's, as the judge does. `as-wanted`: ours, and what we want to write. `known`:
 * ours or judged before, so only color, reminders and the like changed. `edited`: a person changed the text,
 * and the next pull judges it.
 */
export function readBack(
  remote: RemoteEvent,
  {
    row,
    wanted,
  }: { row: Pick<CalendarEventRow, 'pushedHash' | 'judgedMeaning'>; wanted: string | null },
): ReadBack {
  if (remote.status === 'cancelled') return 'removed'
  const { pushedHash, judgedMeaning } = row
  const words = whoseWords(remote, { pushedMeaning: pushedMeaning(pushedHash), judgedMeaning })
  if (words === 'new') return 'edited'
  return words === 'ours' && eventHash(remote) === wanted ? 'as-wanted' : 'known'
}
