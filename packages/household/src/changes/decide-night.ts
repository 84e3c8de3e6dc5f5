import type { Transaction } from '@night-routine/database/connection'
import {
  readAssignment,
  type Assignment,
  type Babysitter,
  type ParentId,
} from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { isBefore } from '../tonight.ts'
import {
  readChangeableNight,
  readChangeFacts,
  type ChangeFacts,
  type ChangeOrigin,
} from './change-facts.ts'
import { fixed, open, sameState, type Chosen } from './night-state.ts'
import { babysitterName } from './person-name.ts'
import {
  decideNights,
  lastChange,
  outcomeOf,
  type ChangeOutcome,
  type NightOutcome,
  type NightStep,
} from './record-change.ts'
import { notAllowed, refusal } from './refusal.ts'

/**
 * Books a babysitter for a night, which then counts for neither parent.
 * @param request.babysitter with a name of 1 to 80 characters; no parent's name, brackets or control characters
 * @param request.confirmed the person said that the name is not a parent's, though it is almost one
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed` (field `name`), `near-name`
 */
export async function bookBabysitter(
  trx: Transaction,
  request: ChangeOrigin & { id: bigint; babysitter: Babysitter; confirmed?: boolean },
): Promise<NightOutcome> {
  const { id, babysitter, confirmed = false, ...by } = request
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const chosen = {
    caregiver: 'babysitter' as const,
    babysitter: { ...babysitter, name: babysitterName(babysitter.name, facts, { confirmed }) },
  }
  return fix(trx, { action: 'babysitter-booked', night, chosen, facts, by })
}

/**
 * Gives a night to a parent, even an open one.
 * @throws ChangeRefusal `unknown-night`, `too-old`
 */
export async function giveNight(
  trx: Transaction,
  { id, to, ...by }: ChangeOrigin & { id: bigint; to: ParentId },
): Promise<NightOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const chosen = { caregiver: to, babysitter: null }
  return fix(trx, { action: 'night-given', night, chosen, facts, by })
}

/**
 * Locks a night as it is. Locking it again changes nothing.
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-allowed` (an open night)
 */
export async function lockNight(trx: Transaction, { id, ...by }: ChangeOrigin & { id: bigint }) {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const { night: date, caregiver, babysitter, override } = night
  if (override) return { night, change: null, changedNights: [] }
  if (caregiver === null) throw notAllowed('id', message('refusal.nobodyHasIt', { date }))
  return fix(trx, { action: 'night-locked', night, chosen: { caregiver, babysitter }, facts, by })
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
  const outcome = await decideNights(trx, [{ action, before: night, decision }], by, facts)
  return { night: await readChangeableNight(trx, night.id, facts), ...outcome }
}

/**
 * Unlocks a night, and the plan chooses again. A past night keeps its caregiver and is only unlocked.
 * @returns with the night after that; undefined beyond the look-ahead, where it is removed from the plan
 * @throws ChangeRefusal `unknown-night`, `too-old`, `not-locked`
 */
export async function unlockNight(trx: Transaction, { id, ...by }: ChangeOrigin & { id: bigint }) {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const isOver = isBefore(night.night, facts.tonight)
  if (!night.override) return { night, isOver, ...(await earlierUnlock(trx, night)) }

  const outcome = await decideNights(
    trx,
    [{ action: 'night-unlocked', before: night, decision: unlocked(night, facts) }],
    by,
    facts,
  )
  return { night: await readAssignment(trx, id), isOver, ...outcome }
}

/** The decision of an unlocked night: open or, for a past night, who did it. */
export function unlocked(
  night: Assignment,
  { tonight, today }: { tonight: Temporal.PlainDate; today: Temporal.PlainDate },
) {
  return isBefore(night.night, tonight) ? { ...night, override: false } : open(night.night, today)
}

async function earlierUnlock(trx: Transaction, { night }: Assignment): Promise<ChangeOutcome> {
  const entries = await lastChange(trx, night)
  const isUnlock = entries.some(
    entry => entry.action === 'night-unlocked' && entry.night?.equals(night) === true,
  )
  if (!isUnlock) throw refusal('not-locked', 'id', message('refusal.notLocked'))
  return outcomeOf(entries)
}
