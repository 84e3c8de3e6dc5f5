import {
  readAbsences,
  readChange,
  readLatestChange,
  readNights,
  readUndo,
  type Assignment,
  type Queryable,
  type RecordedAbsence,
  type RecordedEntry,
  type Transaction,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import { isBefore } from '../tonight.ts'
import { checkAge, readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import {
  nightsOfChange,
  recordedDecision,
  sameState,
  stateOf,
  type NightOfChange,
} from './night-state.ts'
import {
  decideNights,
  nightActions,
  outcomeOf,
  undoableActions,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { isNoteChange, isNoteInEffect, undoNote } from './note-night.ts'
import { refusal } from './refusal.ts'
import { absenceOfChange, checkAbsenceAge, isAbsenceInEffect, undoAbsence } from './undo-absence.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights, of a note or of an absence: the given one, or the last one that is not itself an undo.
 * Repeating the request returns the same result. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-change` (also for a change of settings), `too-old`, `changed-since`
 */
export async function undoLastChange(
  trx: Transaction,
  { change, ...by }: ChangeOrigin & { change?: string | undefined },
): Promise<UndoOutcome> {
  const undoes = change ?? (await readLatestChange(trx, { actions: undoableActions }))
  if (undoes === undefined)
    throw refusal('unknown-change', 'change', message('refusal.nothingToUndo'))
  const entries = uuid.test(undoes) ? await readChange(trx, undoes) : []
  if (entries.length === 0) throw refusal('unknown-change', 'change', message('refusal.noChange'))
  if (isNoteChange(entries)) return undoNote(trx, entries, { ...by, undoes })
  const absence = absenceOfChange(entries)
  const restored = decidedNights(entries).map(({ night }) => night)
  if (restored.length === 0 && absence === undefined)
    throw refusal('unknown-change', 'change', message('refusal.onlyNightsUndone'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const absences = await readAbsences(trx)
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && stands(undone, current, absences))
    return { restored, ...outcomeOf(undone) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (absence !== undefined) checkAbsenceAge(absence, facts.tonight)
  if (!stands(entries, current, absences))
    throw refusal(
      'changed-since',
      'change',
      absence === undefined
        ? message('refusal.changedSince', { dates: restored })
        : message('refusal.absenceChangedSince'),
    )

  const others = absence === undefined ? [] : [await undoAbsence(trx, absence)]
  const steps = undoSteps(entries, current, facts)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes, others }, facts)) }
}

/** Whether the nights and the absence are still as the change left them. */
function stands(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
  absences: readonly RecordedAbsence[],
): boolean {
  const absence = absenceOfChange(entries)
  return (
    isInEffect(entries, current) && (absence === undefined || isAbsenceInEffect(absence, absences))
  )
}

/**
 * Which of these changes can be undone: those of nights that no later change has decided again, and those of
 * notes and absences that are still as the change left them. An undo is not offered to be undone.
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
    const isUndoable = isNoteChange(entries)
      ? await isNoteInEffect(q, entries)
      : stands(entries, current, absences) && (await isLatest(q, id, entries))
    if (isUndoable) undoable.add(id)
  }
  return undoable
}

function isRecent(entries: readonly RecordedEntry[], { oldest, tonight }: ChangeFacts): boolean {
  const absence = absenceOfChange(entries)
  if (absence !== undefined) return !isBefore(absence.absence.to, tonight)
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

async function readCurrent(trx: Queryable, entries: readonly RecordedEntry[]) {
  const nights = entries
    .flatMap(({ night }) => night ?? [])
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  const [from, to] = [nights[0], nights.at(-1)]
  const stored = from && to ? await readNights(trx, from, to) : []
  const byNight = new Map(stored.map(night => [night.night.toString(), night]))
  return (night: Temporal.PlainDate): Assignment | undefined => byNight.get(night.toString())
}

/** The nights of a change that a person locked or unlocked, without those that the plan changed. */
export function decidedNights(entries: readonly RecordedEntry[]): NightOfChange[] {
  return nightsOfChange(entries).filter(({ before, after }) => before.override || after.override)
}

/** Whether these nights are still as the change left them. */
export function isInEffect(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
): boolean {
  return decidedNights(entries).every(({ night, after }) =>
    sameState(stateOf(current(night)), after),
  )
}

/**
 * The steps that undo a change. The nights that a person decided get their earlier decision. Future nights
 * that the plan moved because of it, and that did not change since, get back their parent, so that planning
 * starts from what people had read before.
 */
export function undoSteps(
  entries: readonly RecordedEntry[],
  current: (night: Temporal.PlainDate) => Assignment | undefined,
  { tonight, today }: Pick<ChangeFacts, 'tonight' | 'today'>,
): NightStep[] {
  const decided = decidedNights(entries)
  const moved = nightsOfChange(entries)
    .filter(({ before, after }) => !before.override && !after.override)
    .filter(({ night }) => isBefore(tonight, night))
    .filter(({ night, after }) => sameState(stateOf(current(night)), after))
  return [...decided, ...moved].map(({ night, first }) => ({
    action: 'change-taken-back',
    before: current(night),
    decision: recordedDecision(night, first.before, today),
  }))
}
