import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { addDeliveries, readPushSubscriptions } from '@night-routine/database/notifications'
import { devicesOf } from './channels/devices.ts'
import type { ChannelId } from './channels/table.ts'

/**
 * Plans a message that shows a person whether messages arrive by a channel.
 * @returns the request for `notify` that sends it; undefined for push messages without a browser
 */
export async function planTest(
  trx: Transaction,
  { email, channel, now }: { email: string; channel: ChannelId; now: Temporal.Instant },
): Promise<bigint | undefined> {
  const subscriptions = await readPushSubscriptions(trx, email)
  const devices = devicesOf({ email, channels: [channel] }, { subscriptions, setUp: [channel] })
  if (devices.length === 0) return undefined
  const message = { kind: 'test', key: now.toString(), sinceEntry: null } as const
  const deliveries = devices.map(device => ({ ...device, ...message }))
  await addDeliveries(trx, deliveries, now)
  return requestJob(trx, 'notify')
}
