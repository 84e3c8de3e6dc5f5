import { isDeepStrictEqual } from 'node:util'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  readAssignment,
  readChange,
  readLatestChange,
  readNights,
  readNightWeights,
  readUndo,
  type Assignment,
  type HistoryFacts,
  type NightWeight,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { message, type Message } from '@night-routine/wording'
import { checkAgainstNights, checkedSettings } from './check-settings.ts'
import { writeSettings } from './save-household-settings.ts'
import { settingsFacts, settingsWith, type HouseholdSettings } from '../settings/settings.ts'
import { isBefore } from '../tonight.ts'
import {
  absenceOfChange,
  checkAbsenceAge,
  isAbsenceInEffect,
  isOver,
  readEveryAbsence,
  undoAbsence,
  type AbsenceOfChange,
  type RecordedAnyAbsence,
} from './absences.ts'
import { checkAge, readChangeFacts, type ChangeFacts, type ChangeOrigin } from './change-facts.ts'
import {
  nightsOfChange,
  recordedDecision,
  sameState,
  stateOf,
  type NightOfChange,
} from './night-state.ts'
import { isNoteChange, isNoteInEffect, undoNote } from './note-night.ts'
import {
  decideNights,
  nightActions,
  outcomeOf,
  undoableActions,
  type ChangeEntry,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { refusal } from './refusal.ts'
import { isWeightInEffect, undoWeight, weightOfChange } from './weigh-night.ts'

/** `restored`: the nights whose earlier decision is back, in the order of the change. */
export interface UndoOutcome extends ChangeOutcome {
  restored: Temporal.PlainDate[]
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Undoes a change of nights, of a note, of a weight, of an absence or of settings: the given one, or the last one that is not itself
 * an undo, of all or of the night with this `id`. Repeating the request returns the same result. Call it inside
 * `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `unknown-change`, `too-old`, `changed-since`, `not-allowed` (earlier settings that a later
 * change forbids)
 */
export async function undoLastChange(
  trx: Transaction,
  { change, id, ...by }: ChangeOrigin & { change?: string | undefined; id?: bigint },
): Promise<UndoOutcome> {
  const undoes = change ?? (await readLastUndoable(trx, id))
  if (undoes === undefined)
    throw refusal('unknown-change', 'change', message('refusal.nothingToUndo'))
  const entries = uuid.test(undoes) ? await readChange(trx, undoes) : []
  if (entries.length === 0) throw refusal('unknown-change', 'change', message('refusal.noChange'))
  if (isNoteChange(entries)) return undoNote(trx, entries, { ...by, undoes })
  const absence = absenceOfChange(entries)
  const settings = settingsOfChange(entries)
  const weight = weightOfChange(entries)
  const restored = weight ? [weight.night] : decidedNights(entries).map(({ night }) => night)
  if (settings ? isFirstNaming(settings) : restored.length === 0 && absence === undefined)
    throw refusal('unknown-change', 'change', message('refusal.notUndoable'))

  const facts = await readChangeFacts(trx, by.now)
  const current = await readCurrent(trx, entries)
  const absences = await readEveryAbsence(trx)
  const weights = await readNightWeights(trx)
  const state = { current, absences, weights, settings: householdSettings(facts) }
  const earlier = await readUndo(trx, undoes)
  const undone = earlier === undefined ? [] : await readChange(trx, earlier)
  if (undone.length > 0 && stands(undone, state)) return { restored, ...outcomeOf(undone) }
  for (const night of restored) checkAge(night, facts, 'change')
  if (absence !== undefined) checkAbsenceAge(absence, facts.tonight)
  if (!stands(entries, state))
    throw refusal('changed-since', 'change', changedSince({ absence, settings, restored }))

  const others = [
    ...(weight ? [await undoWeight(trx, weight)] : []),
    ...(absence ? [await undoAbsence(trx, absence, { facts, absences })] : []),
    ...(settings
      ? [await undoSettings(trx, settings, { current: state.settings, now: by.now })]
      : []),
  ]
  const after = settings ? await readChangeFacts(trx, by.now) : facts
  const steps = undoSteps(entries, current, after)
  return { restored, ...(await decideNights(trx, steps, { ...by, undoes, others }, after)) }
}

/** The last change that can be undone, of all or of the night with this id. */
async function readLastUndoable(trx: Transaction, id?: bigint): Promise<string | undefined> {
  if (id === undefined) return readLatestChange(trx, { actions: undoableActions })
  const assignment = await readAssignment(trx, id)
  if (assignment === undefined) throw refusal('unknown-night', 'id', message('refusal.noNight'))
  return readLatestChange(trx, { actions: undoableActions, night: assignment.night })
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
interface CurrentState {
  current: (night: Temporal.PlainDate) => Assignment | undefined
  absences: readonly RecordedAnyAbsence[]
  weights: readonly NightWeight[]
  settings: HouseholdSettings
}

/** The settings of these facts, as the settings page has them. */
function householdSettings({ settings, parents }: ChangeFacts): HouseholdSettings {
  return { ...settings, parents }
}

/** Whether the nights, the absence, the weight and the settings are still as the change left them. */
function stands(entries: readonly RecordedEntry[], state: CurrentState): boolean {
  const absence = absenceOfChange(entries)
  const settings = settingsOfChange(entries)
  const weight = weightOfChange(entries)
  return (
    isInEffect(entries, state.current) &&
    (weight === undefined || isWeightInEffect(weight, state.weights)) &&
    (absence === undefined || isAbsenceInEffect(absence, state.absences)) &&
    (settings === undefined || areSettingsInEffect(settings, state.settings))
  )
}

/** The stored nights of these entries. */
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
  const absences = await readEveryAbsence(q)
  const weights = await readNightWeights(q)
  const state = { current, absences, weights, settings: householdSettings(facts) }
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
  if (absence !== undefined) return !isOver(absence, tonight)
  const settings = settingsOfChange(entries)
  if (settings !== undefined) return !isFirstNaming(settings)
  const weight = weightOfChange(entries)
  if (weight !== undefined) return !isBefore(weight.night, oldest)
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

/** The settings that a change set, before and after. */
interface SettingsOfChange {
  before: HistoryFacts
  after: HistoryFacts
}

/** The settings that a change set, if it did. */
function settingsOfChange(entries: readonly RecordedEntry[]): SettingsOfChange | undefined {
  for (const { action, before, after } of entries)
    if (action === 'settings-changed' || action === 'settings-undone')
      return { before: before ?? {}, after: after ?? {} }
  return undefined
}

/** Whether these settings are still as the change left them. */
function areSettingsInEffect({ after }: SettingsOfChange, settings: HouseholdSettings): boolean {
  const current = new Map<string, unknown>(Object.entries(settingsFacts(settings)))
  return Object.entries(after).every(([field, value]) =>
    isDeepStrictEqual(current.get(field), value),
  )
}

/** Whether the change named a parent for the first time, so that there is no name to go back to. */
function isFirstNaming({ before }: SettingsOfChange): boolean {
  return parentIds.some(parent => before[`parents.${parent}.name`] === null)
}

/**
 * Saves the settings from before a change; the entry for the history.
 * @throws ChangeRefusedError `not-allowed`, where a later booking or date forbids them
 */
async function undoSettings(
  trx: Transaction,
  { before, after }: SettingsOfChange,
  { current, now }: { current: HouseholdSettings; now: Temporal.Instant },
): Promise<ChangeEntry> {
  const wanted = checkedSettings(settingsWith(current, before))
  await checkAgainstNights(trx, { before: current, wanted, now })
  await writeSettings(trx, { before: current, wanted })
  return { action: 'settings-undone', night: null, before: after, after: before }
}
