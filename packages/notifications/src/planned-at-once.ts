import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import {
  addDeliveries,
  readPushSubscriptions,
  readRecipients,
} from '@night-routine/database/notifications'
import { deliveriesTo } from './channels/devices.ts'
import type { ChannelId } from './channels/table.ts'

/** Plans the message that somebody joined, to everyone else, and requests `notify`. @returns whether anyone gets it */
export async function planJoined(
  trx: Transaction,
  { email, setUp, now }: { email: string; setUp: readonly ChannelId[]; now: Temporal.Instant },
): Promise<boolean> {
  const people = (await readRecipients(trx)).filter(person => person.email !== email)
  const subscriptions = await readPushSubscriptions(trx)
  const message = { kind: 'joined', key: `${email} ${now.toString()}`, sinceEntry: null } as const
  const deliveries = deliveriesTo(people, message, { subscriptions, setUp })
  if (deliveries.length === 0) return false
  await addDeliveries(trx, deliveries, now)
  await requestJob(trx, 'notify')
  return true
}

/** Plans a message that shows whether a channel works. @returns the request for it; undefined without a browser */
export async function planTest(
  trx: Transaction,
  { email, channel, now }: { email: string; channel: ChannelId; now: Temporal.Instant },
): Promise<bigint | undefined> {
  const subscriptions = await readPushSubscriptions(trx, email)
  const people = [{ email, channels: [channel] }]
  const message = { kind: 'test', key: now.toString(), sinceEntry: null } as const
  const deliveries = deliveriesTo(people, message, { subscriptions, setUp: [channel] })
  if (deliveries.length === 0) return undefined
  await addDeliveries(trx, deliveries, now)
  return requestJob(trx, 'notify')
}
