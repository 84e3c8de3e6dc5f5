import { randomUUID } from 'node:crypto'
import { closeNoticesOf } from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  appendHistory,
  readChange,
  readLatestChange,
  saveDecision,
  type Assignment,
  type HistoryEntry,
  type NightDecision,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { planHousehold } from '../planning/plan-household.ts'
import type { HouseholdFacts } from '../planning/planning-facts.ts'
import type { ChangeOrigin } from './change-facts.ts'
import { changedNights, decisionFacts } from './night-state.ts'

/** The result of a change. Repeating the request returns the same result. */
export interface ChangeOutcome {
  /** The UUID of its history entries; null when there was nothing to change. */
  change: string | null
  /** The nights that another person does now, in order, without nights planned for the first time. */
  changedNights: Temporal.PlainDate[]
}

/** A change of one night that stays stored. */
export interface NightOutcome extends ChangeOutcome {
  night: Assignment
}

/** The actions that decide who does a night. */
export const nightActions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
  'night-locked',
] as const

type NightAction = (typeof nightActions)[number] | 'change-taken-back' | 'night-imported'
type Action =
  | NightAction
  | 'night-weighed'
  | 'weight-undone'
  | 'absence-added'
  | 'absence-removed'
  | 'absence-source-added'
  | 'absence-source-removed'
  | 'source-absences-changed'
  | 'settings-changed'
  | 'settings-undone'
  | 'ask-accepted'
  | 'nights-imported'

/** The actions that can be undone: those on nights, their notes and weights, absences and settings. */
export const undoableActions = [
  ...nightActions,
  'night-noted',
  'night-weighed',
  'absence-added',
  'absence-removed',
  'settings-changed',
] as const

/** An entry for the history, without who and when. */
export type ChangeEntry = Pick<HistoryEntry, 'night' | 'before' | 'after'> & { action: Action }

/** One night of a change. */
export interface NightStep {
  action: NightAction
  /** Undefined when the night is not stored. */
  before: Assignment | undefined
  decision: NightDecision
}

/**
 * Applies decisions about nights as one change, with everything that follows from it. `others` are entries of the
 * same change about something else.
 */
export async function decideNights(
  trx: Transaction,
  steps: readonly NightStep[],
  {
    others = [],
    ...by
  }: ChangeOrigin & { undoes?: string; change?: string; others?: readonly ChangeEntry[] },
  facts: HouseholdFacts,
): Promise<ChangeOutcome> {
  for (const { decision } of steps) await saveDecision(trx, decision)
  // Open notices about these nights are outdated by this decision.
  const decided = steps.map(({ decision }) => decision.night)
  await closeNoticesOf(trx, decided, by.now)
  const entries = steps.map(({ action, before, decision }) => ({
    action,
    night: decision.night,
    before: before === undefined ? null : decisionFacts(before),
    after: decisionFacts(decision),
  }))
  return recordChange(trx, [...others, ...entries], by, facts)
}

/**
 * Completes a change after its own writes: history, and the plan that follows, which requests the jobs that update
 * the calendar and the published site. `facts` are those after the change; `change` is its UUID, if it has one already.
 */
export async function recordChange(
  trx: Transaction,
  entries: readonly ChangeEntry[],
  {
    now,
    actor,
    undoes,
    change = randomUUID(),
  }: ChangeOrigin & { undoes?: string; change?: string },
  facts: HouseholdFacts,
): Promise<ChangeOutcome> {
  const by = { at: now, actorKind: actor.kind, actor: actor.email, change }
  await appendHistory(
    trx,
    entries.map(entry => ({ ...by, ...entry, undoes: undoes ?? null })),
  )
  await planHousehold(trx, { now, actor, change }, facts)
  return outcomeOf(await readChange(trx, change))
}

/** The history entries of the last change of a night; empty when it was never changed. */
export async function lastChange(
  q: Queryable,
  night: Temporal.PlainDate,
): Promise<RecordedEntry[]> {
  const actions = [...nightActions, 'change-taken-back']
  const change = await readLatestChange(q, { actions, night })
  return change === undefined ? [] : readChange(q, change)
}

/** The result of a change, from its history entries. */
export function outcomeOf(entries: readonly RecordedEntry[]): ChangeOutcome {
  return { change: entries[0]?.change ?? null, changedNights: changedNights(entries) }
}
