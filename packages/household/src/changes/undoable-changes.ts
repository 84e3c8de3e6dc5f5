import {
  readAbsences,
  readLatestChange,
  type Queryable,
  type RecordedEntry,
} from '@night-routine/database'
import { isBefore } from '../tonight.ts'
import { readChangeFacts, type ChangeFacts } from './change-facts.ts'
import { isNoteChange, isNoteInEffect } from './note-night.ts'
import { nightActions, undoableActions } from './record-change.ts'
import { absenceOfChange } from './undo-absence.ts'
import { decidedNights, readCurrent, stands } from './undo-last-change.ts'

/**
 * Which of these changes can be undone: those of nights that no later change has decided again, of notes that no
 * later one has replaced, and of absences that are still as the change left them. An undo is not offered to be undone.
 */
export async function readUndoableChanges(
  q: Queryable,
  changes: readonly (readonly RecordedEntry[])[],
  now: Temporal.Instant,
): Promise<Set<string>> {
  const facts = await readChangeFacts(q, now)
  const candidates = changes.filter(entries =>
    entries.some(({ action }) => undoableActions.some(each => each === action)),
  )
  const current = await readCurrent(q, candidates.flatMap(decidedEntries))
  const absences = await readAbsences(q)
  const undoable = new Set<string>()
  for (const entries of candidates) {
    const id = entries[0]?.change ?? null
    if (id === null || !isRecent(entries, facts)) continue
    const inEffect = isNoteChange(entries)
      ? await isNoteInEffect(q, entries)
      : stands(entries, current, absences)
    if (inEffect && (await isLatest(q, id, entries))) undoable.add(id)
  }
  return undoable
}

function isRecent(entries: readonly RecordedEntry[], { oldest, tonight }: ChangeFacts): boolean {
  const absence = absenceOfChange(entries)
  return absence === undefined
    ? nightsOf(entries).every(night => !isBefore(night, oldest))
    : !isBefore(absence.absence.to, tonight)
}

/** The nights that a person decided, or noted. */
function nightsOf(entries: readonly RecordedEntry[]): Temporal.PlainDate[] {
  return isNoteChange(entries)
    ? entries.flatMap(({ night }) => night ?? [])
    : decidedNights(entries).map(({ night }) => night)
}

/** Whether no later change decided these nights, or noted them. */
async function isLatest(q: Queryable, change: string, entries: readonly RecordedEntry[]) {
  const actions = isNoteChange(entries)
    ? ['night-noted', 'note-undone']
    : [...nightActions, 'change-taken-back']
  for (const night of nightsOf(entries))
    if ((await readLatestChange(q, { actions, night })) !== change) return false
  return true
}

function decidedEntries(entries: readonly RecordedEntry[]): RecordedEntry[] {
  return decidedNights(entries).map(({ first }) => first)
}
