import type { Agent } from 'node:https'
import type { PushKeys, PushSubscriptionToSave } from '@night-routine/database/notifications'
import type { RequestOptions } from 'web-push'
import type { Text } from '../../texts.ts'
import { guardedPost } from '../guarded-post.ts'
import type { Outcome } from '../outcome.ts'
import { pushOutcome } from './push-outcome.ts'

/** A message for a browser. */
export interface PushMessage {
  text: Text
  /** At most 32 characters of base64url: a push service keeps one message of a topic (RFC 8030, 5.4). */
  topic: string
  /** How long the push service keeps it for a device that is offline. */
  ttlSeconds: number
  urgency: 'normal' | 'high'
  /** Where a click leads. */
  url: string
  /** The action that turns notifications off: its label, and the address it posts to. */
  turnOff?: { label: string; url: string }
  /** The two answers to an ask, in place of that action: browsers show two at most. Each posts to the address. */
  answers?: { accept: string; decline: string; url: string } | undefined
}

/** Sends a message to one browser; it never throws. */
export type SendPush = (
  subscription: PushSubscriptionToSave,
  message: PushMessage,
  signal?: AbortSignal,
) => Promise<Outcome>

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
}): SendPush {
  return async (subscription, message, signal) => {
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
  { text, topic, ttlSeconds, urgency, url, turnOff, answers }: PushMessage,
  vapidDetails: RequestOptions['vapidDetails'],
) {
  if (!isPushEndpoint(endpoint)) return undefined
  const body = text.lines.filter(line => line !== text.title).join('\n')
  const payload = JSON.stringify({ title: text.title, body, tag: topic, url, turnOff, answers })
  const webPush = await loadWebPush()
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return undefined
  }
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
