import { createHmac, randomBytes } from 'node:crypto'
import type { Channel, Message, Send } from '../channel.ts'
import {
  addressFault,
  answerOutcome,
  guardedPost,
  serverFixes,
  type OwnServerOptions,
} from '../guarded-post.ts'

/** JSON to an address of a person's own, signed as Standard Webhooks have it (www.standardwebhooks.com). */
export const webhook: Channel = {
  name: 'channel.webhook',
  what: 'webhook.what',
  fields: [
    {
      name: 'url',
      label: 'webhook.url',
      hint: 'webhook.urlHint',
      type: 'url',
      required: true,
      fault: addressFault,
    },
    {
      name: 'secret',
      label: 'webhook.secret',
      hint: 'webhook.secretHint',
      type: 'text',
      required: true,
      initial: () => prefix + randomBytes(32).toString('base64'),
      fault: secret => (keyOf(secret) === undefined ? 'webhook.secretError' : undefined),
    },
  ],
  isSetUp: () => true,
  open: async ({ config, clock }) =>
    createWebhookSender({ networks: config.CHANNEL_NETWORKS, now: () => clock.now() }),
  fixes: [
    ...serverFixes,
    {
      codes: /^webhook-[345]\d\d$/,
      fix: 'The program at the address of its person refuses messages: its log says why.',
    },
  ],
}

const prefix = 'whsec_'

/** The key of a secret: 24 to 64 bytes. Undefined for another text. */
function keyOf(secret: string): Buffer | undefined {
  if (!secret.startsWith(prefix)) return undefined
  const text = secret.slice(prefix.length)
  const key = Buffer.from(text, 'base64')
  // The decoder of Node skips what is not base64, and receivers do not.
  return key.toString('base64') === text && key.length >= 24 && key.length <= 64 ? key : undefined
}

/** Posts messages. Their id is the same for every attempt, and the time is that of the attempt. */
export function createWebhookSender({ networks, now, ...connection }: OwnServerOptions): Send {
  return async (message, { values: { url = '', secret = '' } }, signal) => {
    const key = keyOf(secret)
    if (key === undefined) return { kind: 'give-up', code: 'webhook-key-lost' }
    const time = now()
    const body = JSON.stringify(payloadOf(message, time))
    const seconds = String(Math.floor(time.epochMilliseconds / 1000))
    const signature = createHmac('sha256', key).update(`${message.id}.${seconds}.${body}`)
    const answer = await guardedPost({
      url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Night-Routine',
        'webhook-id': message.id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature.digest('base64')}`,
      },
      body,
      networks,
      signal,
      ...connection,
    })
    return answerOutcome('webhook', answer, now())
  }
}

/** Described in docs/api.md. */
function payloadOf(message: Message, time: Temporal.Instant) {
  const { id, kind, text, language, url, answerUrl, turnOffUrl } = message
  return {
    type: 'night-routine.message',
    timestamp: time.toString({ smallestUnit: 'second' }),
    data: {
      id,
      kind,
      title: text.title,
      text: text.lines.join('\n'),
      language,
      url,
      ...(answerUrl !== undefined && { answer_url: answerUrl }),
      ...(turnOffUrl !== undefined && { turn_off_url: turnOffUrl }),
    },
  }
}
