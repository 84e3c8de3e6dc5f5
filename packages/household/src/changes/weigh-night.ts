import type { Transaction } from '@night-routine/database/connection'
import {
  readNightWeight,
  saveNightWeight,
  type NightWeight,
  type RecordedEntry,
} from '@night-routine/database/nights'
import { weightChoices } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { recordChange, type ChangeEntry, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

/**
 * Lets a night count more than its weekday; 1 is as usual. Also a past night, as long as it may be changed: the plan
 * evens out what it counts. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-allowed` (field `weight`)
 */
export async function weighNight(
  trx: Transaction,
  { id, weight, ...by }: ChangeOrigin & { id: bigint; weight: number },
): Promise<ChangeOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const { night } = await readChangeableNight(trx, id, facts)
  checkWeight(weight)
  const before = await readNightWeight(trx, night)
  if (before === weight) return { change: null, changedNights: [] }
  await saveNightWeight(trx, { night, weight })
  const values = { before: { weight: before }, after: { weight } }
  return recordChange(trx, [{ action: 'night-weighed', night, ...values }], by, facts)
}

/** @throws ChangeRefusedError when a night cannot count so much */
export function checkWeight(weight: number): void {
  if (!weightChoices.includes(weight))
    throw refusal('not-allowed', 'weight', message('refusal.weight'))
}

/** What a change let a night count, before and after. */
export interface WeightOfChange {
  night: Temporal.PlainDate
  before: number
  after: number
}

/** What a change let a night count, if it did. */
export function weightOfChange(entries: readonly RecordedEntry[]): WeightOfChange | undefined {
  const entry = entries.find(
    ({ action }) => action === 'night-weighed' || action === 'weight-undone',
  )
  const [before, after] = [entry?.before?.['weight'], entry?.after?.['weight']]
  if (!entry?.night || typeof before !== 'number' || typeof after !== 'number') return undefined
  return { night: entry.night, before, after }
}

/** Whether the night still counts what the change let it count. */
export function isWeightInEffect(
  { night, after }: WeightOfChange,
  weights: readonly NightWeight[],
): boolean {
  return (weights.find(other => other.night.equals(night))?.weight ?? 1) === after
}

/** Lets the night count what it did before the change; the entry for the history. */
export async function undoWeight(
  trx: Transaction,
  { night, before, after }: WeightOfChange,
): Promise<ChangeEntry> {
  await saveNightWeight(trx, { night, weight: before })
  return {
    action: 'weight-undone',
    night,
    before: { weight: after },
    after: { weight: before },
  }
}
