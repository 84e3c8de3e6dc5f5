import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '@night-routine/database/connection'
import { readNightNote } from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { kinds } from './kinds.ts'
import { oneLine } from './one-line.ts'
import { makeChange, nothingChanged } from './record-change.ts'

/** So many characters a note may have. */
export const longestNote = 200

/**
 * Writes a short note on a night, or removes it with an empty text. It moves no night; only the calendar's event of
 * that night changes, and a past event keeps its text.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed` (field `note`)
 */
export async function noteNight(
  trx: Transaction,
  { id, note: text, shared, ...by }: ChangeOrigin & { id: bigint; note: string; shared: boolean },
) {
  const facts = await readChangeFacts(trx, by.now)
  const { night } = await readChangeableNight(trx, id, facts)
  const tidy = tidyNote(text)
  const note = tidy === '' ? null : { note: tidy, shared }
  const before = await readNightNote(trx, night)
  if (isDeepStrictEqual(before, note)) return { note, ...nothingChanged }
  const step = { action: 'night-noted', night, before, after: note, ...by }
  return { note, ...(await makeChange(trx, kinds.note, step, facts)) }
}

/**
 * A note without line breaks, and with single spaces.
 * @throws ChangeRefusal `not-allowed`
 */
export function tidyNote(text: string): string {
  return oneLine(text, {
    field: 'note',
    most: longestNote,
    characters: message('refusal.noteCharacters'),
    tooLong: message('refusal.noteTooLong', { most: longestNote }),
  })
}
