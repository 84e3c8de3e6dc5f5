import type { Transaction } from '@night-routine/database/connection'
import type { Assignment, ParentId } from '@night-routine/database/nights'
import { message, type Message } from '@night-routine/wording'
import {
  readChangeableNight,
  readChangeFacts,
  type ChangeFacts,
  type ChangeOrigin,
} from './change-facts.ts'
import { fixed } from './night-state.ts'
import {
  decideNights,
  lastChange,
  outcomeOf,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { refusal, type ChangeRefusal } from './refusal.ts'

/** Both nights after the swap. */
export interface SwapOutcome extends ChangeOutcome {
  nights: [Assignment, Assignment]
  /** The same swap was already made; nothing changed. */
  stoodAlready: boolean
}

/**
 * Swaps the parents of two nights in one step and locks both. The rest of the plan changes as little as possible.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-swappable` (the same night twice, the
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

  const outcome = await decideNights(trx, swapSteps(night, other, facts), by, facts)
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
async function earlierSwap(trx: Transaction, [night, other]: SwapOutcome['nights']) {
  if (night.id === other.id || !night.override || !other.override) return undefined
  const entries = await lastChange(trx, night.night)
  const [first] = entries
  const [firstOfOther] = await lastChange(trx, other.night)
  const isSwap = first?.action === 'nights-swapped' && first.change === firstOfOther?.change
  return isSwap ? outcomeOf(entries) : undefined
}

/**
 * The decisions of a swap for its two nights.
 * @throws ChangeRefusal `not-swappable`
 */
export function swapSteps(
  night: Assignment,
  other: Assignment,
  facts: Pick<ChangeFacts, 'names' | 'today'>,
): NightStep[] {
  if (night.id === other.id) throw notSwappable(message('refusal.swapWithItself'))
  const [one, two] = [parentOf(night, 'id'), parentOf(other, 'otherId')]
  if (one === two) throw notSwappable(message('refusal.hasBoth', { name: facts.names[one] }))
  const step = (before: Assignment, caregiver: ParentId): NightStep => ({
    action: 'nights-swapped',
    before,
    decision: fixed(before.night, { caregiver, babysitter: null }, { before, today: facts.today }),
  })
  return [step(night, two), step(other, one)]
}

function parentOf({ night: date, caregiver, override }: Assignment, field: string): ParentId {
  if (override) throw notSwappable(message('refusal.locked', { date }), field)
  if (caregiver === null || caregiver === 'babysitter')
    throw notSwappable(message('refusal.nobodyHasIt', { date }), field)
  return caregiver
}

function notSwappable(says: Message, field = 'otherId'): ChangeRefusal {
  return refusal('not-swappable', field, says)
}
