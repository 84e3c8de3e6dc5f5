import { randomUUID } from 'node:crypto'
import { appendHistory, requestJob, type Transaction } from '@night-routine/database'

/** The changes of the ways in which a person signs in. */
export const accountActions = [
  'account-made',
  'account-removed',
  'password-changed',
  'password-recovered',
  'recovery-link-made',
  'passkey-added',
  'passkey-removed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-made',
  'token-made',
  'token-revoked',
] as const

export type AccountAction = (typeof accountActions)[number]

/**
 * Writes into the history how a person can sign in from now on, and asks for the messages that tell both parents.
 * @param by the address of the person who changed it; null: the operator
 */
export async function recordAccountChange(
  trx: Transaction,
  {
    action,
    email,
    by,
    now,
    device = null,
    link = null,
  }: {
    action: AccountAction
    /** Whose account it is. */
    email: string
    by: string | null
    now: Temporal.Instant
    /** The name of the passkey or access token, if it is about one. */
    device?: string | null
    /** Of a link to a new password: `operator`, `mail`, or the address of who made it. */
    link?: string | null
  },
): Promise<void> {
  const after = {
    account: email,
    ...(device !== null && { device }),
    ...(link !== null && { link }),
  }
  const entry = { action, night: null, before: null, after, change: randomUUID(), undoes: null }
  await appendHistory(trx, [{ at: now, actorKind: 'person', actor: by, ...entry }])
  // Also where no one listens to changes of nights.
  await requestJob(trx, 'notify')
}
