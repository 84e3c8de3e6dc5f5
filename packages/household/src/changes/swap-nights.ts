import type { Assignment, ParentId, Transaction } from '@night-routine/database'
import { readChangeableNight, readChangeFacts, type By, type ChangeFacts } from './change-facts.ts'
import { fixed } from './night-decision.ts'
import {
  decideNights,
  lastChange,
  outcomeOf,
  type ChangeOutcome,
  type NightStep,
} from './record-change.ts'
import { refusal, type ChangeRefusedError } from './refusal.ts'

/** Both nights, as they are since. */
export interface SwapOutcome extends ChangeOutcome {
  nights: [Assignment, Assignment]
}

/**
 * Swaps the parents of two nights in one step; both are fixed then, and the rest of the plan stays as
 * calm as it can. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-swappable` (the same night twice, the
 * same parent twice, a night that is open or fixed)
 */
export async function swapNights(
  trx: Transaction,
  { id, otherId, ...by }: By & { id: bigint; otherId: bigint },
): Promise<SwapOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const other = await readChangeableNight(trx, otherId, facts, 'otherId')
  const nights: SwapOutcome['nights'] = [night, other]
  const before = await earlierSwap(trx, nights)
  if (before !== undefined) return { nights, ...before }

  const outcome = await decideNights(trx, swapSteps(night, other, facts), by)
  return {
    nights: [
      await readChangeableNight(trx, id, facts),
      await readChangeableNight(trx, otherId, facts),
    ],
    ...outcome,
  }
}

/** @throws ChangeRefusedError `not-swappable` */
export function swapSteps(
  night: Assignment,
  other: Assignment,
  facts: Pick<ChangeFacts, 'names' | 'today' | 'inWords'>,
): NightStep[] {
  if (night.id === other.id) throw notSwappable('A night cannot be swapped with itself.')
  const [one, two] = [parentOf(night, facts, 'id'), parentOf(other, facts, 'otherId')]
  if (one === two) throw notSwappable(`${facts.names[one]} has both nights already.`)
  const step = (before: Assignment, caregiver: ParentId): NightStep => ({
    action: 'nights-swapped',
    before,
    decision: fixed(
      before.night,
      { caregiver, babysitterName: null },
      { before, today: facts.today },
    ),
  })
  return [step(night, two), step(other, one)]
}

function parentOf(
  { night, caregiver, override }: Assignment,
  { inWords }: Pick<ChangeFacts, 'inWords'>,
  field: string,
): ParentId {
  if (override) throw notSwappable(`${inWords(night)} is locked: unlock it first.`, field)
  if (caregiver === null || caregiver === 'babysitter')
    throw notSwappable(`Nobody has ${inWords(night)}: give it to somebody instead.`, field)
  return caregiver
}

function notSwappable(words: string, field = 'otherId'): ChangeRefusedError {
  return refusal('not-swappable', field, words)
}

/** The last change of both nights, when it was one swap. */
async function earlierSwap(
  trx: Transaction,
  nights: SwapOutcome['nights'],
): Promise<ChangeOutcome | undefined> {
  const entries = await lastChange(trx, nights[0].night)
  const swapped = entries.filter(({ action }) => action === 'nights-swapped')
  for (const { night, override } of nights) {
    const last = outcomeOf(await lastChange(trx, night))
    const isSwapped = swapped.some(entry => entry.night?.equals(night) === true)
    if (!override || !isSwapped || last.change !== outcomeOf(entries).change) return undefined
  }
  return nights[0].id === nights[1].id ? undefined : outcomeOf(entries)
}
