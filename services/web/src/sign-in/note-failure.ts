import {
  clientNetwork,
  networkText,
  wrongOfDay,
  type SignInOutcome,
} from '@night-routine/credentials'
import { householdTransaction } from '@night-routine/database/connection'
import type { CredentialSecrets } from '@night-routine/database/credentials'
import { recordMemberChange } from '@night-routine/household'
import type { FastifyRequest } from 'fastify'
import { maskEmail } from '../plugins/allow-list.ts'
import type { WebContext } from '../plugins/context.ts'

/** Wrong passwords for one account in a day, after which its person is notified; the last one is the limit. */
const toldAt = [10, wrongOfDay]

/**
 * Writes a failed sign-in into the log, for operators and fail2ban (docs/security.md), and after many wrong passwords
 * into the history, for the person whose account it is.
 */
export async function noteFailure(
  request: Pick<FastifyRequest, 'ip' | 'log'>,
  { lockingDb, clock }: Pick<WebContext, 'lockingDb' | 'clock'>,
  failure: { email: string; reason: string; checked?: SignInOutcome<CredentialSecrets> },
): Promise<void> {
  const { email, reason, checked } = failure
  const network = clientNetwork(request.ip)
  request.log.warn({ account: maskEmail(email), network, reason }, 'sign-in failed')
  if (checked?.outcome !== 'wrong' || checked.account === undefined) return
  const { failures, account } = checked
  if (!toldAt.includes(failures)) return
  const about = { device: String(failures), network: networkText(request.ip), now: clock.now() }
  const change = { action: 'passwords-guessed', email: account.email, by: null } as const
  await householdTransaction(lockingDb, trx => recordMemberChange(trx, { ...change, ...about }))
}
