import {
  readPushKeys,
  TokenUnreadableError,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { createMailSender, createPushSender } from '@night-routine/notifications'
import type { Clock, Logger } from '@night-routine/service'
import type { Senders } from './deliver.ts'

/** The senders of this installation. Push needs keys, which the first subscription makes. */
export function createSenders({
  db,
  keys,
  publicUrl,
  smtpUrl,
  mailFrom = defaultAddress(publicUrl),
  clock,
  logger,
}: {
  db: Database
  keys: TokenKeys
  publicUrl: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  clock: Clock
  logger: Logger
}): () => Promise<Senders> {
  const mail =
    smtpUrl === undefined ? undefined : createMailSender({ url: smtpUrl, from: mailFrom })
  // Push services want a public contact; without one the sender of e-mails is the next best.
  const subject = publicUrl.startsWith('https://') ? publicUrl : `mailto:${mailFrom}`
  async function push() {
    const pair = await readPushKeys(db, keys).catch((error: unknown) => {
      if (!(error instanceof TokenUnreadableError)) throw error
      logger.error({ err: error }, 'push keys unreadable')
      return undefined
    })
    return pair && createPushSender({ keys: pair, subject, now: () => clock.now() })
  }
  return async () => ({ push: await push(), mail })
}

function defaultAddress(publicUrl: string): string {
  return `night-routine@${new URL(publicUrl).hostname}`
}
