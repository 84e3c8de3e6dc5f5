import {
  householdTransaction,
  readDisconnectRequest,
  type Queryable,
  type Session,
} from '@night-routine/database'
import { requestDisconnect } from '@night-routine/calendar-sync'
import { trailToPass } from '@night-routine/service'
import type { HouseholdOptions } from './household.ts'

/** Whether a disconnect request is pending. */
export async function isDisconnecting(q: Queryable): Promise<boolean> {
  return (await readDisconnectRequest(q)) !== undefined
}

/** Makes a disconnect request. The worker carries it out, so no page waits for the provider. */
export async function disconnect(
  { lockingDb, producer, clock }: Pick<HouseholdOptions, 'lockingDb' | 'producer' | 'clock'>,
  { email }: Session,
): Promise<void> {
  const by = { now: clock.now(), actor: { kind: 'person', email: email } } as const
  await householdTransaction(lockingDb, trx => requestDisconnect(trx, by))
  const kinds = ['channel', 'push'] as const
  await Promise.all(kinds.map(kind => producer.wake(kind, trailToPass())))
}
