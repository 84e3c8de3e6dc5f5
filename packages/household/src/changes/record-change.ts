import { randomUUID } from 'node:crypto'
import { closeNoticesOf } from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  appendHistory,
  readChange,
  readLatestChanges,
  saveDecisions,
  type Assignment,
  type HistoryEntry,
  type NightDecision,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { planHousehold } from '../planning/plan-household.ts'
import type { ChangeFacts, ChangeOrigin } from './change-facts.ts'
import { isStepOf, writeStep, type ChangeKind, type Step } from './change-kind.ts'
import { kinds, nightActions } from './kinds.ts'
import { changedNights, isAboutCaregiver } from './night-state.ts'

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

/** An entry for the history, without who and when. */
export type ChangeEntry = Pick<HistoryEntry, 'action' | 'night' | 'before' | 'after'>

/** The outcome of a request that found everything as it asked for. */
export const nothingChanged: ChangeOutcome = { change: null, changedNights: [] }

/** Who makes a change, its UUID if it has one already, and the change that it undoes. */
type ChangeOf = ChangeOrigin & { undoes?: string; change?: string }

/** One night of a change. */
export interface NightStep {
  action: (typeof nightActions)[number]
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
  { others = [], ...by }: ChangeOf & { others?: readonly ChangeEntry[] },
  facts: Pick<ChangeFacts, 'settings' | 'parents'>,
): Promise<ChangeOutcome> {
  await saveDecisions(
    trx,
    steps.map(({ decision }) => decision),
  )
  const entries = steps.map(({ action, before = null, decision }) =>
    writeStep(kinds.night, action, { night: decision.night, before, after: decision }),
  )
  return recordChange(trx, [...others, ...entries], by, facts)
}

/** Makes a change of one step, with everything that follows from it. */
export async function makeChange<Value>(
  trx: Transaction,
  kind: ChangeKind<Value>,
  { action, now, actor, ...step }: ChangeOrigin & Step<Value> & { action: string },
  facts: ChangeFacts,
): Promise<ChangeOutcome> {
  const stored = await kind.apply(trx, step, facts)
  return recordChange(trx, [writeStep(kind, action, stored)], { now, actor }, facts)
}

/**
 * Completes a change after its own writes: history, and the plan that follows, which requests the jobs that update
 * the calendar and the published site. A change of notes alone moves no night: only their events are written again.
 * `facts` are those after the change.
 */
export async function recordChange(
  trx: Transaction,
  entries: readonly ChangeEntry[],
  { now, actor, undoes, change = randomUUID() }: ChangeOf,
  facts: Pick<ChangeFacts, 'settings' | 'parents'>,
): Promise<ChangeOutcome> {
  const by = { at: now, actorKind: actor.kind, actor: actor.email, change }
  await appendHistory(
    trx,
    entries.map(entry => ({ ...by, ...entry, undoes: undoes ?? null })),
  )
  // Open notices about these nights are outdated by this decision.
  const decided = entries.filter(isAboutCaregiver).flatMap(({ night }) => night ?? [])
  await closeNoticesOf(trx, decided, now)
  if (entries.every(entry => isStepOf(kinds.note, entry))) {
    await requestJob(trx, 'push')
    return { change, changedNights: [] }
  }
  const planned = await planHousehold(trx, { now, actor, change }, facts)
  return { change, changedNights: changedNights([...entries, ...planned.entries]) }
}

/** The history entries of the last change of a night; empty when it was never changed. */
export async function lastChange(
  q: Queryable,
  night: Temporal.PlainDate,
): Promise<RecordedEntry[]> {
  const [change] = (await readLatestDecisions(q, [night])).values()
  return change === undefined ? [] : readChange(q, change)
}

/** The last change by which a person decided who does each of these nights, by night. */
export async function readLatestDecisions(q: Queryable, nights: readonly Temporal.PlainDate[]) {
  const actions = [...nightActions, 'change-undone']
  return readLatestChanges(q, { actions, nights, field: 'caregiver' })
}

/** The result of a change, from its history entries. */
export function outcomeOf(entries: readonly RecordedEntry[]): ChangeOutcome {
  return { change: entries[0]?.change ?? null, changedNights: changedNights(entries) }
}
