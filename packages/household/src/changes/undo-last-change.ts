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
import { message, type Message } from '@night-routine/wording'
import type { HouseholdSettings } from '../settings/settings.ts'
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
import { isNoteChange, undoNote } from './note-night.ts'
import { refusal } from './refusal.ts'
import {
  absenceOfChange,
  checkAbsenceAge,
  isAbsenceInEffect,
  undoAbsence,
  type AbsenceOfChange,
} from './undo-absence.ts'
import {
  areSettingsInEffect,
  isFirstNaming,
  settingsOfChange,
  undoSettings,
  type SettingsOfChange,
} from './undo-settings.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights, of a note, of an absence or of settings: the given one, or the last one that is not itself
 * an undo. Repeating the request returns the same result. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-change`, `too-old`, `changed-since`, `not-allowed` (earlier settings that a later
 * change forbids)
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
  const settings = settingsOfChange(entries)
  const restored = decidedNights(entries).map(({ night }) => night)
  if (settings ? isFirstNaming(settings) : restored.length === 0 && absence === undefined)
    throw refusal('unknown-change', 'change', message('refusal.notUndoable'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const state = { current, absences: await readAbsences(trx), settings: householdSettings(facts) }
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && stands(undone, state)) return { restored, ...outcomeOf(undone) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (absence !== undefined) checkAbsenceAge(absence, facts.tonight)
  if (!stands(entries, state))
    throw refusal('changed-since', 'change', changedSince({ absence, settings, restored }))

  const others = [
    ...(absence ? [await undoAbsence(trx, absence)] : []),
    ...(settings
      ? [await undoSettings(trx, settings, { current: state.settings, now: by.now })]
      : []),
  ]
  const after = settings ? await readChangeFacts(trx, by.now) : facts
  const steps = undoSteps(entries, current, after)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes, others }, after)) }
}

function changedSince(change: {
  absence: AbsenceOfChange | undefined
  settings: SettingsOfChange | undefined
  restored: Temporal.PlainDate[]
}): Message {
  if (change.settings) return message('refusal.settingsChangedSince')
  if (change.absence) return message('refusal.absenceChangedSince')
  return message('refusal.changedSince', { dates: change.restored })
}

/** What a change is compared with, to see whether it still stands. */
export interface CurrentState {
  current: (night: Temporal.PlainDate) => Assignment | undefined
  absences: readonly RecordedAbsence[]
  settings: HouseholdSettings
}

/** The settings of these facts, as the settings page has them. */
export function householdSettings({ settings, parents }: ChangeFacts): HouseholdSettings {
  return { ...settings, parents }
}

/** Whether the nights, the absence and the settings are still as the change left them. */
export function stands(entries: readonly RecordedEntry[], state: CurrentState): boolean {
  const absence = absenceOfChange(entries)
  const settings = settingsOfChange(entries)
  return (
    isInEffect(entries, state.current) &&
    (absence === undefined || isAbsenceInEffect(absence, state.absences)) &&
    (settings === undefined || areSettingsInEffect(settings, state.settings))
  )
}

/** The stored nights of these entries. */
export async function readCurrent(trx: Queryable, entries: readonly RecordedEntry[]) {
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
