import type {
  DeliveryToPlan,
  Recipient,
  StoredPushSubscription,
} from '@night-routine/database/notifications'
import { isChannelId, type ChannelId } from './table.ts'

/** A message to the browsers, the mailbox and whatever else these people have turned on, of the channels that are set up. */
export function deliveriesTo(
  people: readonly Pick<Recipient, 'email' | 'channels'>[],
  message: Omit<DeliveryToPlan, 'email' | 'channel' | 'subscription'>,
  to: { subscriptions: readonly StoredPushSubscription[]; setUp: readonly ChannelId[] },
): DeliveryToPlan[] {
  return people.flatMap(({ email, channels }) => {
    const own = to.subscriptions.filter(one => one.email === email)
    return channels
      .filter(channel => isChannelId(channel) && to.setUp.includes(channel))
      .flatMap(channel =>
        channel === 'push' ? own.map(({ id }) => ({ channel, id })) : [{ channel, id: 0n }],
      )
      .map(({ channel, id }) => ({ ...message, email, channel, subscription: id }))
  })
}
