import { isDeepStrictEqual } from 'node:util'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  deleteAbsence,
  deleteRepeatingAbsence,
  insertAbsence,
  insertRepeatingAbsence,
  readAbsences,
  readRepeatingAbsences,
  saveDecisions,
  saveNightNote,
  saveNightWeight,
  saveParents,
  type HistoryFacts,
  type NightNote,
} from '@night-routine/database/nights'
import { savePublication } from '@night-routine/database/site'
import { parentIds } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { isRepeating } from '../planning/repeating-absences.ts'
import { dateIn } from '../settings/parse.ts'
import {
  saveSettings,
  settingsFacts,
  settingsWith,
  type HouseholdSettings,
} from '../settings/settings.ts'
import { isBefore } from '../tonight.ts'
import { tooOld, type ChangeFacts } from './change-facts.ts'
import type { ChangeKind, Step } from './change-kind.ts'
import { checkAbsence, type AnyAbsence, type RecordedAnyAbsence } from './check-absence.ts'
import { checkAgainstNights, checkedSettings } from './check-settings.ts'
import {
  decidedNights,
  decisionFacts,
  inverseOfNights,
  open,
  recordedDecision,
  sameState,
  stateOf,
  type RecordedDecision,
} from './night-state.ts'
import { refusal } from './refusal.ts'

/** The actions that decide who does a night. */
export const nightActions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
  'night-locked',
] as const

/** The refusal of a step about a night that is too old to be changed. */
const ofNight = ({ night }: { night: Temporal.PlainDate | null }, facts: ChangeFacts) =>
  night === null ? undefined : tooOld(night, facts, 'change')

/** Who does a night. The plan that follows such a change may move others, which its undo brings back. */
const night: ChangeKind<RecordedDecision> = {
  actions: nightActions,
  codec: {
    write: decisionFacts,
    read: (facts, date) => date && recordedDecision(date, facts),
  },
  stepsIn: entries =>
    decidedNights(entries).map(({ night: date, first, after }) => ({
      night: date,
      before: recordedDecision(date, first.before),
      after: { ...recordedDecision(date, first.after), ...after },
    })),
  async apply(trx, step, { today }) {
    const { night: date, after } = step
    if (date === null) return step
    const decision =
      after === null || after.caregiver === null
        ? open(date, today)
        : { ...after, decidedOn: after.decidedOn ?? today }
    await saveDecisions(trx, [decision])
    return { ...step, after: decision }
  },
  isInEffect: ({ night: date, after }, state) =>
    date === null || sameState(stateOf(state.night(date)), stateOf(after ?? undefined)),
  inverse: inverseOfNights,
  refusal: ofNight,
}

const note: ChangeKind<NightNote> = {
  actions: ['night-noted'],
  codec: {
    write: ({ note: text, shared }) => ({ note: text, shared }),
    read: ({ note: text, shared }) =>
      typeof text === 'string' ? { note: text, shared: shared === true } : null,
  },
  async apply(trx, step) {
    if (step.night !== null) await saveNightNote(trx, step.night, step.after)
    return step
  },
  isInEffect: ({ night: date, after }, state) =>
    date === null || isDeepStrictEqual(state.note(date), after),
  refusal: ofNight,
}

/**
 * What a night counts of its own; null is as its weekday. Version 1.0 wrote 1 for that, when no night could count less
 * than its weekday, so one night has a fact of its own beside it.
 */
const weight: ChangeKind<number> = {
  actions: ['night-weighed'],
  codec: {
    write: counts => (counts === 1 ? { weight: 1, ofItsOwn: true } : { weight: counts }),
    read: ({ weight: counts, ofItsOwn }) =>
      typeof counts === 'number' && (counts !== 1 || ofItsOwn === true) ? counts : null,
  },
  async apply(trx, step) {
    const { night: date, after } = step
    if (date !== null) await saveNightWeight(trx, { night: date, weight: after })
    return step
  },
  isInEffect: ({ night: date, after }, state) => date === null || state.weight(date) === after,
  refusal: ofNight,
}

/** An absence for the history, with its id once it has one. */
type KnownAbsence = AnyAbsence & { id?: bigint }

const absence: ChangeKind<KnownAbsence> = {
  actions: ['absence-added', 'absence-removed'],
  codec: { write: absenceFacts, read: (facts, date) => (date === null ? absenceIn(facts) : null) },
  async apply(trx, { night: date, before, after }) {
    const stored = before === null ? [] : await readEveryAbsence(trx)
    const removed = stored.filter(other => isSameAbsence(other, before))
    for (const each of removed)
      await (isRepeating(each) ? deleteRepeatingAbsence : deleteAbsence)(trx, each.id)
    const added = after && { ...after, id: await insertAnyAbsence(trx, after) }
    return { night: date, before: removed[0] ?? before, after: added }
  },
  isInEffect: ({ before, after }, { absences }) =>
    absences.some(other => isSameAbsence(other, after ?? before)) === (after !== null),
  refusal({ before, after }, { tonight }) {
    const to = (after ?? before)?.to ?? null
    if (to === null || !isBefore(to, tonight)) return undefined
    return refusal('too-old', 'change', message('refusal.absenceOver'))
  },
  // It could now leave no one for a weekday.
  async checkUndo(_trx, { after }, { state, facts }) {
    if (after !== null) checkAbsence(after, facts, state.absences)
  },
  changedSince: () => message('refusal.absenceChangedSince'),
}

function absenceFacts(known: KnownAbsence): HistoryFacts {
  const { id, parent, from, to } = known
  const facts = { parent, from: from.toString(), to: to && to.toString() }
  const all = id === undefined ? facts : { id: id.toString(), ...facts }
  if (!isRepeating(known)) return all
  const { weekdays, everyWeeks, cycle } = known
  return { ...all, weekdays, everyWeeks, ...(cycle && { cycle }) }
}

function absenceIn(facts: HistoryFacts): AnyAbsence | null {
  const { parent, from, to, weekdays, everyWeeks, cycle } = facts
  const [first, last] = [dateIn(String(from)), dateIn(String(to)) ?? null]
  if ((parent !== 'a' && parent !== 'b') || !first) return null
  if (Array.isArray(weekdays) && typeof everyWeeks === 'number')
    return {
      parent,
      weekdays: weekdays.map(Number),
      everyWeeks,
      ...(Array.isArray(cycle) && { cycle: cycle.map(Number) }),
      from: first,
      to: last,
    }
  return last === null ? null : { parent, from: first, to: last }
}

/** Whether they are the same nights of the same parent. */
export function isSameAbsence(one: KnownAbsence, other: KnownAbsence | null): boolean {
  const facts = (each: KnownAbsence) => ({ ...absenceFacts(each), id: null })
  return other !== null && isDeepStrictEqual(facts(one), facts(other))
}

/** Every absence of both kinds. */
export async function readEveryAbsence(q: Queryable): Promise<RecordedAnyAbsence[]> {
  return [...(await readAbsences(q)), ...(await readRepeatingAbsences(q))]
}

/** Records an absence of either kind; its id. */
export async function insertAnyAbsence(trx: Transaction, added: AnyAbsence): Promise<bigint> {
  return isRepeating(added) ? insertRepeatingAbsence(trx, added) : insertAbsence(trx, added)
}

/** The settings that a change set, by the field names that faults use. */
const settings: ChangeKind<HistoryFacts> = {
  actions: ['settings-changed'],
  codec: { write: facts => facts, read: facts => facts },
  stepsIn: entries =>
    entries.filter(
      ({ action, night: date, before, after }) =>
        action === 'settings-changed' ||
        (action === 'change-undone' && date === null && absenceIn(after ?? before ?? {}) === null),
    ),
  async apply(trx, step, facts) {
    const before = householdSettings(facts)
    await writeSettings(trx, { before, wanted: settingsWith(before, step.after ?? {}) })
    return step
  },
  isInEffect({ after }, state) {
    const current = new Map<string, unknown>(Object.entries(settingsFacts(state.settings)))
    return Object.entries(after ?? {}).every(([field, value]) =>
      isDeepStrictEqual(current.get(field), value),
    )
  },
  refusal: step =>
    isFirstNaming(step)
      ? refusal('unknown-change', 'change', message('refusal.notUndoable'))
      : undefined,
  async checkUndo(trx, { after }, { state, now }) {
    const wanted = checkedSettings(settingsWith(state.settings, after ?? {}))
    await checkAgainstNights(trx, { before: state.settings, wanted, now })
  },
  changedSince: () => message('refusal.settingsChangedSince'),
}

/** Whether the change named a parent for the first time, so that there is no name to go back to. */
export function isFirstNaming({ before }: Pick<Step<HistoryFacts>, 'before'>): boolean {
  return parentIds.some(parent => before?.[`parents.${parent}.name`] === null)
}

/** The settings of these facts, as the settings page has them. */
export function householdSettings({ settings: chosen, parents }: ChangeFacts): HouseholdSettings {
  return { ...chosen, parents }
}

/** Writes these settings, and what follows from them for the published site. */
export async function writeSettings(
  trx: Transaction,
  { before, wanted }: { before: HouseholdSettings; wanted: HouseholdSettings },
) {
  await saveSettings(trx, wanted)
  await saveParents(trx, wanted.parents)
  // A parent who turns publishing on wants a site, even if the last one was deleted.
  if (wanted.publish && !before.publish)
    await savePublication(trx, { mayCreateSite: true, removalRequestedAt: null })
}

/** What people change, and how it is undone. A new kind is an entry here, and its text in the history. */
export const kinds = { settings, absence, weight, note, night }
