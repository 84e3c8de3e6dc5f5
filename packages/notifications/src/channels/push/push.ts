import type { Agent } from 'node:https'
import type { PushKeys, PushSubscriptionToSave } from '@night-routine/database/notifications'
import type { RequestOptions } from 'web-push'
import { wordingFor } from '@night-routine/wording'
import type { Message, Send } from '../channel.ts'
import { guardedPost } from '../guarded-post.ts'
import { pushOutcome } from './push-outcome.ts'

/** A new key pair, by which push services recognize this installation (VAPID, RFC 8292). */
export async function makePushKeys(): Promise<PushKeys> {
  return (await loadWebPush()).generateVAPIDKeys()
}

/** Loaded on first use, because it takes a tenth of a second, and web only makes keys, once. */
async function loadWebPush() {
  return (await import('web-push')).default
}

/**
 * Sends by Web Push. The address of a push service comes from a browser, so only https to public addresses is
 * allowed.
 */
export function createPushSender({
  keys,
  subject,
  now,
  agent,
  timeoutMs = 10_000,
}: {
  keys: PushKeys
  /** Whom a push service can write to: an https: or mailto: address. */
  subject: string
  now: () => Temporal.Instant
  /** Tests pass one that reaches their own server. */
  agent?: Agent | undefined
  timeoutMs?: number
}): Send {
  return async (message, { subscription }, signal) => {
    if (subscription === undefined) return { kind: 'gone', code: 'push-unsubscribed' }
    const details = await detailsOf(subscription, message, { ...keys, subject })
    if (details === undefined) return { kind: 'gone', code: 'push-invalid-subscription' }
    const { endpoint: url, method: _post, ...request } = details
    const answer = await guardedPost({ url, ...request, agent, timeoutMs, signal })
    return pushOutcome({ host: new URL(url).hostname, answer }, now())
  }
}

/** The encrypted request (RFC 8291); undefined for a subscription with an address or keys that cannot be used. */
async function detailsOf(
  { endpoint, p256dh, auth }: PushSubscriptionToSave,
  message: Message,
  vapidDetails: RequestOptions['vapidDetails'],
) {
  if (!isPushEndpoint(endpoint)) return undefined
  const webPush = await loadWebPush()
  try {
    return webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadOf(message),
      {
        vapidDetails,
        TTL: message.ttlSeconds,
        urgency: message.urgency,
        // A push service keeps one message of a topic (RFC 8030, 5.4).
        topic: message.id,
        contentEncoding: 'aes128gcm',
      },
    )
  } catch {
    return undefined
  }
}

/** What our service worker shows. Browsers have room for two actions at most. */
function payloadOf({ id, text, url, turnOffUrl, answerUrl, language }: Message): string {
  const { say } = wordingFor(language)
  return JSON.stringify({
    title: text.title,
    body: text.lines.filter(line => line !== text.title).join('\n'),
    tag: id,
    url,
    turnOff: turnOffUrl && { label: say('notification.turnOff'), url: turnOffUrl },
    answers: answerUrl && {
      accept: say('notification.takeIt'),
      decline: say('notification.cannot'),
      url: answerUrl,
    },
  })
}

const longestEndpoint = 2048

function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    endpoint.length <= longestEndpoint
  )
}

/** Whether a browser's subscription can be used: an https address, a point of P-256, a secret of 16 bytes. */
export function isPushSubscription({ endpoint, p256dh, auth }: PushSubscriptionToSave): boolean {
  const [point, secret] = [p256dh, auth].map(text =>
    /^[\w-]{1,100}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0),
  )
  return isPushEndpoint(endpoint) && point?.length === 65 && point[0] === 4 && secret?.length === 16
}
