import type { PushKeys, PushSubscriptionToSave } from '@night-routine/database/notifications'
import type { RequestOptions } from 'web-push'
import { wordingFor } from '@night-routine/wording'
import type { Message, Send } from '../channel.ts'
import { fitting } from '../fitting.ts'
import { guardedPost, type OwnServerOptions } from '../guarded-post.ts'
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
 * allowed. `subject` is whom a push service can write to: an https: or mailto: address.
 */
export function createPushSender(
  options: { keys: PushKeys; subject: string } & Omit<OwnServerOptions, 'networks'>,
): Send {
  const { keys, subject, now, ...connection } = options
  return async (message, { subscription }, signal) => {
    if (subscription === undefined) return { kind: 'gone', code: 'push-unsubscribed' }
    const details = await detailsOf(subscription, message, { ...keys, subject })
    if (details === undefined) return { kind: 'gone', code: 'push-invalid-subscription' }
    const { endpoint: url, method: _post, ...request } = details
    const answer = await guardedPost({ url, ...request, ...connection, signal })
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

/** A push service takes 4,096 bytes (RFC 8030, 7.2), of which the encryption needs 103 (RFC 8188). */
const longestPayload = 3993

/**
 * What our service worker shows, and in `notification` what browsers with Declarative Web Push show without it
 * (w3c.github.io/push-api, "Declarative push message"). There a button opens its page. What is too long ends with an ellipsis.
 */
function payloadOf({ id, text, url, turnOffUrl, answerUrl, language }: Message): string {
  const { say } = wordingFor(language)
  const turnOff = turnOffUrl && { label: say('notification.turnOff'), url: turnOffUrl }
  const answers = answerUrl && {
    accept: say('notification.takeIt'),
    decline: say('notification.cannot'),
    url: answerUrl,
  }
  // Browsers have room for two.
  const actions = answers
    ? (['accept', 'decline'] as const).map(action => ({
        action,
        title: answers[action],
        navigate: answers.url,
      }))
    : turnOff
      ? [{ action: 'turn-off', title: turnOff.label, navigate: turnOff.url }]
      : []
  const withBody = (body: string) => {
    const shown = { title: text.title, body, tag: id }
    const notification = { ...shown, lang: language, navigate: url, actions }
    return JSON.stringify({ ...shown, url, turnOff, answers, web_push: 8030, notification })
  }
  const body = text.lines.filter(line => line !== text.title).join('\n')
  return withBody(fitting(body, short => Buffer.byteLength(withBody(short)) <= longestPayload))
}

const longestEndpoint = 2048

function isPushEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint)
  const isBare = url?.username === '' && url.password === ''
  return isBare && url.protocol === 'https:' && endpoint.length <= longestEndpoint
}

/** Whether a browser's subscription can be used: an https address, a point of P-256, a secret of 16 bytes. */
export function isPushSubscription({ endpoint, p256dh, auth }: PushSubscriptionToSave): boolean {
  const [point, secret] = [p256dh, auth].map(text =>
    /^[\w-]{1,100}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0),
  )
  return isPushEndpoint(endpoint) && point?.length === 65 && point[0] === 4 && secret?.length === 16
}
