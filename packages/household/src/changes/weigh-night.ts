import type { Transaction } from '@night-routine/database/connection'
import { readNightWeight } from '@night-routine/database/nights'
import { weightChoices } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { usualWeight } from '../settings/split.ts'
import {
  readChangeableNight,
  readChangeFacts,
  type ChangeFacts,
  type ChangeOrigin,
} from './change-facts.ts'
import { kinds } from './kinds.ts'
import { makeChange, nothingChanged, type ChangeOutcome } from './record-change.ts'
import { notAllowed } from './refusal.ts'

/**
 * Lets a night count more or less than its weekday; null is as its weekday. Also a past night, as long as it may be
 * changed: the plan evens out what it counts.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed` (field `weight`)
 */
export async function weighNight(
  trx: Transaction,
  { id, weight, ...by }: ChangeOrigin & { id: bigint; weight: number | null },
): Promise<ChangeOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const { night } = await readChangeableNight(trx, id, facts)
  const after = ownWeight(weight, night, facts)
  const before = await readNightWeight(trx, night)
  if (before === after) return nothingChanged
  const step = { action: 'night-weighed', night, before, after, ...by }
  return makeChange(trx, kinds.weight, step, facts)
}

/**
 * The weight to store for a night: null where its weekday counts as much, as programs expect that send 1 for "as usual".
 * @throws ChangeRefusal when a night cannot count so much
 */
export function ownWeight(
  weight: number | null,
  night: Temporal.PlainDate,
  { settings }: Pick<ChangeFacts, 'settings'>,
): number | null {
  if (weight !== null && !weightChoices.includes(weight))
    throw notAllowed('weight', message('refusal.weight'))
  return weight === usualWeight(settings, night) ? null : weight
}
