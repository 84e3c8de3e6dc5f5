import { isDeepStrictEqual } from 'node:util'
import {
  babysitterFacts,
  recordedBabysitter,
  type Assignment,
  type Babysitter,
  type Caregiver,
  type HistoryFacts,
  type NightDecision,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { sameAssignee, type Assignee } from '@night-routine/wording'
import { isBefore } from '../tonight.ts'
import type { CurrentState, Step } from './change-kind.ts'

/** Who does a night. */
export interface Chosen {
  caregiver: Caregiver
  /** Null for a parent. */
  babysitter: Babysitter | null
}

/** An override by a person, with the explanation that planning gave the night. */
export function fixed(
  night: Temporal.PlainDate,
  { caregiver, babysitter }: Chosen,
  { before, today }: { before: Assignment | undefined; today: Temporal.PlainDate },
): NightDecision {
  return {
    night,
    caregiver,
    babysitter,
    reason: 'Override',
    override: true,
    explanation: before?.explanation ?? null,
    decidedOn: today,
  }
}

/** An open night; the next plan finds a parent for it. */
export function open(night: Temporal.PlainDate, today: Temporal.PlainDate): NightDecision {
  return {
    night,
    caregiver: null,
    babysitter: null,
    reason: null,
    override: false,
    explanation: null,
    decidedOn: today,
  }
}

/** A decision for the history, complete enough to be restored. */
export function decisionFacts(decision: Omit<RecordedDecision, 'night'>): HistoryFacts {
  const { caregiver, babysitter, reason, override, explanation, decidedOn } = decision
  return {
    caregiver,
    ...babysitterFacts(babysitter),
    override,
    reason,
    explanation,
    ...(decidedOn !== null && { decidedOn: decidedOn.toString() }),
  }
}

/** A decision in the history. */
export type RecordedDecision = Omit<NightDecision, 'decidedOn'> & {
  /** Null where only the caregiver is known. */
  decidedOn: Temporal.PlainDate | null
}

/** The decision from `decisionFacts`. If only the caregiver is known, the rest is empty. */
export function recordedDecision(
  night: Temporal.PlainDate,
  facts: HistoryFacts | null,
): RecordedDecision {
  const { reason, explanation = null, decidedOn } = facts ?? {}
  const state = recordedState(facts)
  return {
    night,
    ...state,
    reason: reason ?? (state.caregiver === null ? null : 'Override'),
    explanation,
    decidedOn: decidedOn === undefined ? null : Temporal.PlainDate.from(decidedOn),
  }
}

/** What people see of a night: who does it, and whether it is locked. */
export type NightState = Pick<Assignment, 'caregiver' | 'babysitter' | 'override'>

/** The state of a stored night; a night that is not stored is open. */
export function stateOf(night: NightState | undefined): NightState {
  const { caregiver = null, babysitter = null, override = false } = night ?? {}
  return { caregiver, babysitter, override }
}

/** The state in the facts of a history entry. */
export function recordedState(facts: HistoryFacts | null): NightState {
  const { caregiver = null, override = false } = facts ?? {}
  return { caregiver, babysitter: recordedBabysitter(facts), override }
}

/** Whether a person has given the night to this caregiver already. */
export function isLockedFor(night: NightState | undefined, assignee: Assignee): boolean {
  return night?.override === true && sameAssignee(night, assignee)
}

/** Whether people see no difference. */
export function sameState(one: NightState, other: NightState): boolean {
  return isDeepStrictEqual(stateOf(one), stateOf(other))
}

/** What an entry of the history says of a night. */
type ChangedFacts = Pick<RecordedEntry, 'night' | 'before' | 'after'>

/** A night of a change: its state before the change and after it, including the plan that followed. */
export interface NightOfChange<Entry = RecordedEntry> {
  night: Temporal.PlainDate
  /** The entry for a person's decision, otherwise the plan's. */
  first: Entry
  before: NightState
  after: NightState
}

/** The nights whose caregiver or lock is in these entries, in the order of the entries. */
export function nightsOfChange<Entry extends ChangedFacts>(
  entries: readonly Entry[],
): NightOfChange<Entry>[] {
  const nights = new Map<string, NightOfChange<Entry>>()
  for (const entry of entries) {
    if (entry.night === null || !isAboutCaregiver(entry)) continue
    const key = entry.night.toString()
    const known = nights.get(key)
    const after = recordedState(entry.after)
    if (known !== undefined) known.after = after
    else
      nights.set(key, {
        night: entry.night,
        first: entry,
        before: recordedState(entry.before),
        after,
      })
  }
  return [...nights.values()]
}

/** Whether an entry says who does its night: a note, a reverted edit and a restored event don't. */
export function isAboutCaregiver({ before, after }: ChangedFacts): boolean {
  return [before, after].some(facts => facts !== null && 'caregiver' in facts)
}

/** The nights of a change that a person locked or unlocked, without those that the plan changed. */
export function decidedNights(entries: readonly RecordedEntry[]): NightOfChange[] {
  return nightsOfChange(entries).filter(({ before, after }) => before.override || after.override)
}

/**
 * The steps that undo a change. The nights that a person decided get their earlier decision. Future nights
 * that the plan moved because of it, and that did not change since, get back their parent, so that planning
 * starts from what people had read before.
 */
export function inverseOfNights(
  entries: readonly RecordedEntry[],
  { night: current }: Pick<CurrentState, 'night'>,
  { tonight }: { tonight: Temporal.PlainDate },
): Step<RecordedDecision>[] {
  const moved = nightsOfChange(entries)
    .filter(({ before, after }) => !before.override && !after.override)
    .filter(({ night }) => isBefore(tonight, night))
    .filter(({ night, after }) => sameState(stateOf(current(night)), after))
  return [...decidedNights(entries), ...moved].map(({ night, first }) => ({
    night,
    before: current(night) ?? null,
    after: recordedDecision(night, first.before),
  }))
}

/** The nights that the change gave to another person, in order. */
export function changedNights(entries: readonly ChangedFacts[]): Temporal.PlainDate[] {
  return nightsOfChange(entries)
    .filter(({ before, after }) => !sameAssignee(before, after))
    .map(({ night }) => night)
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
}
