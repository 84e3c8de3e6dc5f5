import type { DeliveryToPlan, Recipient, StoredPushSubscription } from '@night-routine/database'

/** Where a message to a person goes. */
export type Device = Pick<DeliveryToPlan, 'email' | 'channel' | 'subscription'>

/** The browsers and the mailbox in which a person gets messages. */
export function devicesOf(
  { email, byPush, byEmail }: Pick<Recipient, 'email' | 'byPush' | 'byEmail'>,
  {
    subscriptions,
    hasMail,
  }: { subscriptions: readonly StoredPushSubscription[]; hasMail: boolean },
): Device[] {
  const browsers = byPush ? subscriptions.filter(one => one.email === email) : []
  const mailboxes: Device[] =
    byEmail && hasMail ? [{ email, channel: 'email', subscription: 0n }] : []
  return [
    ...browsers.map(({ id }): Device => ({ email, channel: 'push', subscription: id })),
    ...mailboxes,
  ]
}
