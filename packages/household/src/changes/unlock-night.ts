import { readAssignment, type Assignment, type Transaction } from '@night-routine/database'
import { message } from '@night-routine/wording'
import { readChangeableNight, readChangeFacts, type ChangeOrigin } from './change-facts.ts'
import { open } from './night-decision.ts'
import { decideNights, lastChange, outcomeOf, type ChangeOutcome } from './record-change.ts'
import { refusal, type ChangeRefusedError } from './refusal.ts'

/** The night after unlocking; undefined beyond the look-ahead, where it is removed from the plan. */
export interface UnlockOutcome extends ChangeOutcome {
  night: Assignment | undefined
  /** The night is over, so its caregiver stays. */
  isOver: boolean
}

/**
 * Unlocks a night, and the plan chooses again. A past night keeps its caregiver and is only unlocked. Call it
 * inside `householdTransaction`.
 * @throws ChangeRefusedError `unknown-night`, `too-old`, `not-locked`
 */
export async function unlockNight(
  trx: Transaction,
  { id, ...by }: ChangeOrigin & { id: bigint },
): Promise<UnlockOutcome> {
  const facts = await readChangeFacts(trx, by.now)
  const night = await readChangeableNight(trx, id, facts)
  const isOver = isBefore(night.night, facts.tonight)
  if (!night.override) return { night, isOver, ...(await earlierUnlock(trx, night)) }

  const outcome = await decideNights(
    trx,
    [{ action: 'night-unlocked', before: night, decision: unlocked(night, facts) }],
    by,
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

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0
}

async function earlierUnlock(trx: Transaction, { night }: Assignment): Promise<ChangeOutcome> {
  const entries = await lastChange(trx, night)
  const isUnlock = entries.some(
    entry => entry.action === 'night-unlocked' && entry.night?.equals(night) === true,
  )
  if (!isUnlock) throw notLocked()
  return outcomeOf(entries)
}

export function notLocked(): ChangeRefusedError {
  return refusal('not-locked', 'id', message('refusal.notLocked'))
}
