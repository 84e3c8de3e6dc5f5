import { randomUUID } from 'node:crypto'
import {
  appendHistory,
  closeNoticesOf,
  readChange,
  readLatestChange,
  requestWork,
  saveDecision,
  type Assignment,
  type HistoryEntry,
  type NightDecision,
  type Queryable,
  type RecordedEntry,
  type Transaction,
} from '@night-routine/database'
import { requestPublish } from '../publishing/request-publish.ts'
import { planHousehold } from '../planning/plan-household.ts'
import type { By } from './change-facts.ts'
import { decisionFacts } from './night-decision.ts'
import { changedNights } from './night-state.ts'

/** What a change led to; the same request again has the same outcome. */
export interface ChangeOutcome {
  /** UUID that its history entries share; null when everything was so already. */
  change: string | null
  /** The nights that another person does since, in order; nights planned for the first time are none. */
  changedNights: Temporal.PlainDate[]
}

/** A change of one night that stays on record. */
export interface NightOutcome extends ChangeOutcome {
  night: Assignment
}

/** The changes of nights that can be taken back. */
export const nightActions = [
  'babysitter-booked',
  'night-given',
  'nights-swapped',
  'night-unlocked',
] as const

type NightAction = (typeof nightActions)[number] | 'change-taken-back'
type Action = NightAction | 'absence-added' | 'absence-removed' | 'settings-changed'

/** One night of a change. */
export interface NightStep {
  action: NightAction
  /** Undefined: not on record. */
  before: Assignment | undefined
  decision: NightDecision
}

/** Decides nights, and everything that belongs to it, as one change. */
export async function decideNights(
  trx: Transaction,
  steps: readonly NightStep[],
  by: By & { undoes?: string },
): Promise<ChangeOutcome> {
  for (const { decision } of steps) await saveDecision(trx, decision)
  // What a page still tells of these nights is about a wish that came before this one.
  const decided = steps.map(({ decision }) => decision.night)
  await closeNoticesOf(trx, decided, by.now)
  const entries = steps.map(({ action, before, decision }) => ({
    action,
    night: decision.night,
    before: before === undefined ? null : decisionFacts(before),
    after: decisionFacts(decision),
  }))
  return recordChange(trx, entries, by)
}

/**
 * Closes a change whose own writes are done: its history, a plan that takes it into account, and the
 * request to bring the calendar, and the published site, up to date.
 */
export async function recordChange(
  trx: Transaction,
  entries: readonly (Pick<HistoryEntry, 'night' | 'before' | 'after'> & { action: Action })[],
  { now, author, undoes }: By & { undoes?: string },
): Promise<ChangeOutcome> {
  const change = randomUUID()
  const by = { at: now, actorKind: author.kind, actor: author.actor, change }
  await appendHistory(
    trx,
    entries.map(entry => ({ ...by, ...entry, undoes: undoes ?? null })),
  )
  await planHousehold(trx, { now, author, change })
  await requestWork(trx, 'push')
  await requestPublish(trx)
  return outcomeOf(await readChange(trx, change))
}

/** The entries of the last change of a night; none where nobody ever changed it. */
export async function lastChange(
  q: Queryable,
  night: Temporal.PlainDate,
): Promise<RecordedEntry[]> {
  const actions = [...nightActions, 'change-taken-back']
  const change = await readLatestChange(q, { actions, night })
  return change === undefined ? [] : readChange(q, change)
}

/** What a change led to, as its history tells. */
export function outcomeOf(entries: readonly RecordedEntry[]): ChangeOutcome {
  return { change: entries[0]?.change ?? null, changedNights: changedNights(entries) }
}
