import type { Transaction } from '@night-routine/database/connection'
import { readNightWeight } from '@night-routine/database/nights'
import { weightChoices } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { kinds } from './kinds.ts'
import { makeChange, nothingChanged, type ChangeOutcome } from './record-change.ts'
import { refusal } from './refusal.ts'

/**
 * Lets a night count more than its weekday; 1 is as usual. Also a past night, as long as it may be changed: the plan
 * evens out what it counts. Call it inside `householdTransaction`.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed` (field `weight`)
 */
export async function weighNight(
  trx: Transaction,
  { id, weight, ...by }: ChangeOrigin & { id: bigint; weight: number },
): Promise<ChangeOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const { night } = await readChangeableNight(trx, id, facts)
  checkWeight(weight)
  const before = await readNightWeight(trx, night)
  if (before === weight) return nothingChanged
  const step = { action: 'night-weighed', night, before, after: weight, ...by }
  return makeChange(trx, kinds.weight, step, facts)
}

/** @throws ChangeRefusal when a night cannot count so much */
export function checkWeight(weight: number): void {
  if (!weightChoices.includes(weight))
    throw refusal('not-allowed', 'weight', message('refusal.weight'))
}
