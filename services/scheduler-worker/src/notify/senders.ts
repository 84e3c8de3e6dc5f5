import { isIP } from 'node:net'
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
    smtpUrl === undefined
      ? undefined
      : createMailSender({ url: smtpUrl, from: mailFrom, greeting: greetingOf(publicUrl) })
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

/**
 * The name for EHLO: the host of PUBLIC_URL, or that IP address as a literal (RFC 5321, 4.1.3). Undefined for a name
 * without a domain, such as localhost, which no server would accept.
 */
export function greetingOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:')
  if (isIP(hostname)) return `[${hostname}]`
  return hostname.includes('.') ? hostname : undefined
}

function defaultAddress(publicUrl: string): string {
  return `night-routine@${new URL(publicUrl).hostname}`
}
