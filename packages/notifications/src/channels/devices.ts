import type {
  DeliveryToPlan,
  Recipient,
  StoredPushSubscription,
} from '@night-routine/database/notifications'
import { isChannelId, type ChannelId } from './table.ts'

/** The browsers, the mailbox and whatever else a person has turned on, of the channels that are set up. */
export function devicesOf(
  { email, channels }: Pick<Recipient, 'email' | 'channels'>,
  {
    subscriptions,
    setUp,
  }: { subscriptions: readonly StoredPushSubscription[]; setUp: readonly ChannelId[] },
): Pick<DeliveryToPlan, 'email' | 'channel' | 'subscription'>[] {
  return channels
    .filter(channel => isChannelId(channel) && setUp.includes(channel))
    .flatMap(channel =>
      channel === 'push'
        ? subscriptions
            .filter(one => one.email === email)
            .map(({ id }) => ({ email, channel, subscription: id }))
        : [{ email, channel, subscription: 0n }],
    )
}
