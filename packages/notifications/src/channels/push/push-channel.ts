import {
  TokenUnreadableError,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import { keepPushKeys, readPushKeys } from '@night-routine/database/notifications'
import { isLoopback, isPrivateHost, isSecureAddress } from '@night-routine/service'
import type { Channel, ChannelConfig } from '../channel.ts'
import { senderOf } from '../email/email.ts'
import { createPushSender, makePushKeys } from './push.ts'

/** Web Push, to the browsers that a person has subscribed. */
export const push: Channel = {
  name: 'channel.push',
  switchName: 'notifications.byPush',
  fields: [],
  isSetUp: ({ PUBLIC_URL: url }) => isSecureAddress(new URL(url)),
  open: async ({ config, clock, db, keys: sealing, logger }) => {
    const keys = await readableKeys(db, sealing, error =>
      logger.error({ err: error }, 'push keys unreadable'),
    )
    const { subject } = pushContact(config)
    return keys && createPushSender({ keys, subject, now: () => clock.now() })
  },
  examine: async config => {
    if (isLoopback(new URL(config.PUBLIC_URL)) || pushContact(config).isPublic) return []
    const text = 'Push messages do not reach iPhones, iPads and Macs: Apple wants a public contact.'
    return [{ state: 'notice', text, fix: 'Set MAIL_FROM to an e-mail address of yours.' }]
  },
  fixes: [
    {
      codes: /^push-40[13]$/,
      fix: 'The push service refuses our signature: check the clock, and that PUBLIC_URL has a public name or MAIL_FROM is a real address.',
    },
    {
      codes: /^push-key-mismatch$/,
      fix: 'Its owner turns the device on again, under You.',
    },
  ],
}

/** Whom push services can write to (RFC 8292, 2.1). Apple refuses a name that only a private network knows. */
export function pushContact(config: ChannelConfig): { subject: string; isPublic: boolean } {
  const { PUBLIC_URL: publicUrl } = config
  const page = new URL(publicUrl)
  if (page.protocol === 'https:' && !isPrivateHost(page))
    return { subject: publicUrl, isPublic: true }
  const sender = senderOf(config)
  const [, hostname = ''] = sender.split('@')
  return { subject: `mailto:${sender}`, isPublic: !isPrivateHost({ hostname }) }
}

/** The keys, which the first subscription makes; undefined where no key of SECRET_KEYS opens them. */
async function readableKeys(db: Database, keys: TokenKeys, onLost: (error: unknown) => void) {
  return readPushKeys(db, keys).catch((error: unknown) => {
    if (!(error instanceof TokenUnreadableError)) throw error
    onLost(error)
    return undefined
  })
}

/**
 * The key that browsers subscribe with (`applicationServerKey`). The first call makes the pair. A pair that no
 * key of SECRET_KEYS opens is replaced, and its subscriptions end: nothing could be sent to them.
 */
export async function preparePush(db: Database, keys: TokenKeys): Promise<string> {
  const known = await readableKeys(db, keys, () => undefined)
  const { publicKey } =
    known ?? (await transaction(db, async trx => keepPushKeys(trx, keys, await makePushKeys())))
  return publicKey
}
