import { hashPassword } from '@night-routine/credentials'
import { createAccount, readAccounts, type VaultDatabase } from '@night-routine/database/vault'
import { ConfigurationError, foldEmail, type Clock, type Logger } from '@night-routine/service'
import type { Config } from './config.ts'
import { randomId } from './credentials.ts'

export const shortestPassword = 8

/** Creates an account, unless the address has one. @returns whether it was created */
export async function makeAccount(
  { db, clock }: { db: VaultDatabase; clock: Clock },
  { email, name, password }: { email: string; name: string; password: string },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  const account = { id: randomId(), email: foldEmail(email), name, passwordHash }
  return createAccount(db, account, clock.now())
}

export function nameFromEmail(email: string): string {
  return email.split('@', 1)[0] ?? email
}

/** Makes the account of the settings while there is none: a restart undoes no change. @throws ConfigurationError */
export function firstAccount(
  host: { db: VaultDatabase; clock: Clock; logger: Logger },
  config: Pick<Config, 'VAULT_FIRST_EMAIL' | 'VAULT_FIRST_PASSWORD'>,
): () => Promise<void> {
  const { VAULT_FIRST_EMAIL: email, VAULT_FIRST_PASSWORD: password } = config
  if ((email === undefined) !== (password === undefined))
    throw new ConfigurationError([
      'VAULT_FIRST_EMAIL and VAULT_FIRST_PASSWORD belong together. Set both, or none.',
    ])
  if (email === undefined || password === undefined) return async () => undefined
  if (password.length < shortestPassword)
    throw new ConfigurationError([
      `VAULT_FIRST_PASSWORD is too short: ${shortestPassword} characters at least.`,
    ])
  return async () => {
    if ((await readAccounts(host.db)).length > 0) return
    await makeAccount(host, { email, name: nameFromEmail(email), password })
    host.logger.info('first account created')
  }
}
