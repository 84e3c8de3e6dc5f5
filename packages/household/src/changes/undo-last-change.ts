import {
  readChange,
  readLatestChange,
  readNights,
  readUndo,
  type Assignment,
  type Queryable,
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
  outcomeOf,
  undoableActions,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { isNoteChange, isNoteInEffect, undoNote } from './note-night.ts'
import { refusal } from './refusal.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights or of a note: the given one, or the last one that is not itself an undo. Repeating the
 * request returns the same result. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-change` (also for a change of settings or absences), `too-old`,
 * `changed-since`
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
  const decided = decidedNights(entries)
  if (decided.length === 0)
    throw refusal('unknown-change', 'change', message('refusal.onlyNightsUndone'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const restored = decided.map(({ night }) => night)
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && isInEffect(undone, current)) return { restored, ...outcomeOf(undone) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (!isInEffect(entries, current))
    throw refusal('changed-since', 'change', message('refusal.changedSince', { dates: restored }))

  const steps = undoSteps(entries, current, facts)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes }, facts)) }
}

/** The last change of nights, if it can still be undone. */
export async function readUndoableChange(
  q: Queryable,
  now: Temporal.Instant,
): Promise<string | null> {
  const change = await readLatestChange(q, { actions: undoableActions })
  if (change === undefined) return null
  const entries = await readChange(q, change)
  const { oldest } = await readChangeFacts(q, now)
  const isNote = isNoteChange(entries)
  const nights = isNote ? entries : decidedNights(entries)
  const canChange =
    nights.length > 0 &&
    nights.every(({ night }) => night !== null && !isBefore(night, oldest)) &&
    (isNote
      ? await isNoteInEffect(q, entries)
      : isInEffect(entries, await readCurrent(q, entries)))
  return canChange ? change : null
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
