import { startInbox, type Answer } from '@night-routine/servers/receivers'
import { Webhook } from 'standardwebhooks'
import type { Test } from 'tap'

/**
 * Starts a receiver of webhooks, which checks signatures with the library of Standard Webhooks
 * (https://www.standardwebhooks.com). The library looks at the real clock: it refuses what is more than five minutes old.
 */
export async function startWebhookReceiver(t: Test, secret: string, answer?: Answer) {
  const inbox = await startInbox(t, answer)
  return {
    ...inbox,
    /** The messages that arrived. @throws if one is not signed with the secret */
    verified: (): unknown[] =>
      inbox.received.map(({ headers, body }) => new Webhook(secret).verify(body, headers)),
  }
}
