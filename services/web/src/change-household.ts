import { householdTransaction, type Session, type Transaction } from '@night-routine/database'
import type { ChangeOrigin } from '@night-routine/household'
import { trailToPass } from '@night-routine/service'
import type { HouseholdOptions } from './household.ts'

/** Makes one change with this person as the actor. */
export type ChangeAs = <Outcome>(
  session: Session,
  change: (trx: Transaction, by: ChangeOrigin) => Promise<Outcome>,
) => Promise<Outcome>

/**
 * Runs changes under the household's lock. The response does not wait for the calendar: the change
 * commits a job request, and a lost wake-up costs half a minute.
 */
export function changeHousehold({
  lockingDb,
  producer,
  clock,
}: Pick<HouseholdOptions, 'lockingDb' | 'producer' | 'clock'>): ChangeAs {
  return async ({ email }, change) => {
    const by: ChangeOrigin = { now: clock.now(), actor: { kind: 'person', email: email } }
    const outcome = await householdTransaction(lockingDb, trx => change(trx, by))
    const kinds = ['push', 'publish'] as const
    await Promise.all(kinds.map(kind => producer.wake(kind, trailToPass())))
    return outcome
  }
}
