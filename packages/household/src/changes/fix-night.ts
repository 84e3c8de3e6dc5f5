import type { Assignment, ParentId, Transaction } from '@night-routine/database'
import { babysitterName } from './babysitter-name.ts'
import {
  readChangeableNight,
  readChangeFacts,
  type ChangeOrigin,
  type ChangeFacts,
} from './change-facts.ts'
import { fixed, type Chosen } from './night-decision.ts'
import { sameState } from './night-state.ts'
import {
  decideNights,
  lastChange,
  outcomeOf,
  type NightOutcome,
  type NightStep,
} from './record-change.ts'

/**
 * Books a babysitter for a night, which then counts for neither parent. Call it inside
 * `householdTransaction`.
 * @param request.id the id of the night
 * @param request.name 1 to 80 characters; no parent's name, brackets or control characters
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-allowed` (field `name`)
 */
export async function bookBabysitter(
  trx: Transaction,
  { id, name, ...by }: ChangeOrigin & { id: bigint; name: string },
): Promise<NightOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const chosen = {
    caregiver: 'babysitter' as const,
    babysitterName: babysitterName(name, facts),
  }
  return fix(trx, { action: 'babysitter-booked', night, chosen, facts, by })
}

/**
 * Gives a night to a parent, even an open one. Call it inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`
 */
export async function giveNight(
  trx: Transaction,
  { id, to, ...by }: ChangeOrigin & { id: bigint; to: ParentId },
): Promise<NightOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const chosen = { caregiver: to, babysitterName: null }
  return fix(trx, { action: 'night-given', night, chosen, facts, by })
}

async function fix(
  trx: Transaction,
  request: {
    action: NightStep['action']
    night: Assignment
    chosen: Chosen
    facts: ChangeFacts
    by: ChangeOrigin
  },
): Promise<NightOutcome> {
  const { action, night, chosen, facts, by } = request
  if (sameState(night, { ...chosen, override: true }))
    return { night, ...outcomeOf(await lastChange(trx, night.night)) }
  const decision = fixed(night.night, chosen, { before: night, today: facts.today })
  const outcome = await decideNights(trx, [{ action, before: night, decision }], by)
  return { night: await readChangeableNight(trx, night.id, facts), ...outcome }
}
