import { readPushKeys, TokenUnreadableError } from '@night-routine/database'
import { isSecureAddress } from '@night-routine/service'
import { wordingFor } from '@night-routine/wording'
import type { Channel, ChannelContext, Message, Send } from '../channel.ts'
import { senderOf } from '../email/email.ts'
import { createPushSender, type PushMessage, type SendPush } from './push.ts'

/** Web Push, to the browsers that a person has subscribed. */
export const push: Channel = {
  name: 'channel.push',
  switchName: 'notifications.byPush',
  fields: [],
  isSetUp: ({ PUBLIC_URL: url }) => isSecureAddress(new URL(url)),
  open: async context => {
    const keys = await readableKeys(context)
    const { config, clock } = context
    const { PUBLIC_URL: publicUrl } = config
    // Push services want a public contact; without one the sender of e-mails is the next best.
    const subject = publicUrl.startsWith('https://') ? publicUrl : `mailto:${senderOf(config)}`
    return keys && sendByPush(createPushSender({ keys, subject, now: () => clock.now() }))
  },
  fixes: [
    {
      codes: /^push-40[13]$/,
      fix: 'The push service refuses our signature: check the clock, and that PUBLIC_URL is https or MAIL_FROM a real address.',
    },
    {
      codes: /^push-key-mismatch$/,
      fix: 'Its owner turns the device on again, under Settings, Notifications.',
    },
  ],
}

/** The keys, which the first subscription makes. */
async function readableKeys({ db, keys, logger }: ChannelContext) {
  return readPushKeys(db, keys).catch((error: unknown) => {
    if (!(error instanceof TokenUnreadableError)) throw error
    logger.error({ err: error }, 'push keys unreadable')
    return undefined
  })
}

/** Sends messages to browsers. */
export function sendByPush(send: SendPush): Send {
  return async (message, { subscription }, signal) =>
    subscription === undefined
      ? { kind: 'gone', code: 'push-unsubscribed' }
      : send(subscription, pushMessageOf(message), signal)
}

function pushMessageOf(message: Message): PushMessage {
  const { id: topic, text, url, ttlSeconds, urgency, turnOffUrl, answerUrl, language } = message
  const { say } = wordingFor(language)
  return {
    text,
    topic,
    ttlSeconds,
    urgency,
    url,
    ...(turnOffUrl !== undefined && {
      turnOff: { label: say('notification.turnOff'), url: turnOffUrl },
    }),
    ...(answerUrl !== undefined && {
      answers: {
        accept: say('notification.takeIt'),
        decline: say('notification.cannot'),
        url: answerUrl,
      },
    }),
  }
}
