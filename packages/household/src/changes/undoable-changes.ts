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
import { decidedNights, householdSettings, readCurrent, stands } from './undo-last-change.ts'
import { isFirstNaming, settingsOfChange } from './undo-settings.ts'

/**
 * Which of these changes can be undone: those of nights that no later change has decided again, and those of
 * notes, absences and settings that are still as the change left them. An undo is not offered to be undone.
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
  const state = { current, absences: await readAbsences(q), settings: householdSettings(facts) }
  const undoable = new Set<string>()
  for (const entries of candidates) {
    const id = entries[0]?.change ?? null
    if (id === null || !isOffered(entries, facts)) continue
    const isUndoable = isNoteChange(entries)
      ? await isNoteInEffect(q, entries)
      : stands(entries, state) && (await isLatest(q, id, entries))
    if (isUndoable) undoable.add(id)
  }
  return undoable
}

/** Whether its nights are recent enough, and there is something to go back to. */
function isOffered(entries: readonly RecordedEntry[], { oldest, tonight }: ChangeFacts): boolean {
  const absence = absenceOfChange(entries)
  if (absence !== undefined) return !isBefore(absence.absence.to, tonight)
  const settings = settingsOfChange(entries)
  if (settings !== undefined) return !isFirstNaming(settings)
  const nights = isNoteChange(entries) ? entries : decidedNights(entries)
  return nights.every(({ night }) => night !== null && !isBefore(night, oldest))
}

/** Whether no later change decided these nights. */
async function isLatest(q: Queryable, change: string, entries: readonly RecordedEntry[]) {
  const actions = [...nightActions, 'change-taken-back']
  for (const { night } of decidedNights(entries))
    if ((await readLatestChange(q, { actions, night })) !== change) return false
  return true
}

function decidedEntries(entries: readonly RecordedEntry[]): RecordedEntry[] {
  return decidedNights(entries).map(({ first }) => first)
}
