import type { Assignment, Transaction } from '@night-routine/database'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { decideNights, lastChange, outcomeOf, type ChangeOutcome } from './record-change.ts'
import { swapSteps } from './swap-steps.ts'

/** Both nights after the swap. */
export interface SwapOutcome extends ChangeOutcome {
  nights: [Assignment, Assignment]
  /** The same swap was already made; nothing changed. */
  stoodAlready: boolean
}

/**
 * Swaps the parents of two nights in one step and locks both. The rest of the plan changes as little as
 * possible. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-swappable` (the same night twice, the
 * same parent twice, a night that is open or locked)
 */
export async function swapNights(
  trx: Transaction,
  { id, otherId, ...by }: ChangeOrigin & { id: bigint; otherId: bigint },
): Promise<SwapOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const other = await readChangeableNight(trx, otherId, facts, 'otherId')
  const nights: SwapOutcome['nights'] = [night, other]
  const before = await earlierSwap(trx, nights)
  if (before !== undefined) return { nights, stoodAlready: true, ...before }

  const outcome = await decideNights(trx, swapSteps(night, other, facts), by)
  return {
    nights: [
      await readChangeableNight(trx, id, facts),
      await readChangeableNight(trx, otherId, facts),
    ],
    stoodAlready: false,
    ...outcome,
  }
}

/** The last change of both nights, if it was one swap that is still in effect. */
async function earlierSwap(
  trx: Transaction,
  [night, other]: SwapOutcome['nights'],
): Promise<ChangeOutcome | undefined> {
  if (night.id === other.id || !night.override || !other.override) return undefined
  const entries = await lastChange(trx, night.night)
  const [first] = entries
  const [firstOfOther] = await lastChange(trx, other.night)
  const isSwap = first?.action === 'nights-swapped' && first.change === firstOfOther?.change
  return isSwap ? outcomeOf(entries) : undefined
}
