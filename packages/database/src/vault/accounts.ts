import { seal, unsealIfKeyed, type TokenKeys, type unreadable } from '../connection/sealed.ts'
import type { Queryable } from './schema.ts'

/** An account that may sign in. */
export interface VaultAccount {
  id: string
  /** Folded, as `foldEmail` does. */
  email: string
  name: string
  createdAt: Temporal.Instant
  /** Whether a second factor is asked for. */
  mfa: boolean
}

/** What a sign-in is checked against. */
export interface VaultAccountSecrets extends VaultAccount {
  passwordHash: string
  /** Null without a second factor; unreadable where the key that sealed it is gone. */
  totpSecret: string | null | typeof unreadable
}

type NewAccount = Pick<VaultAccountSecrets, 'id' | 'email' | 'name' | 'passwordHash'>

/** Makes an account, unless another one has the address. @returns whether it was made */
export async function createAccount(
  q: Queryable,
  { id, email, name, passwordHash }: NewAccount,
  now: Temporal.Instant,
): Promise<boolean> {
  const made = await q
    .insertInto('vault.accounts')
    .values({ id, email, name, password_hash: passwordHash, created_at: now })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Every account, by address. */
export async function readAccounts(q: Queryable): Promise<VaultAccount[]> {
  const rows = await q
    .selectFrom('vault.accounts')
    .select(['id', 'email', 'name', 'created_at as createdAt', 'totp_secret as totp'])
    .orderBy('email')
    .execute()
  return rows.map(({ totp, ...account }) => ({ ...account, mfa: totp !== null }))
}

/** The account of a folded address. */
export async function findAccount(
  q: Queryable,
  keys: TokenKeys,
  email: string,
): Promise<VaultAccountSecrets | undefined> {
  const row = await q
    .selectFrom('vault.accounts')
    .select(['id', 'email', 'name', 'password_hash as passwordHash', 'totp_secret as totp'])
    .select('created_at as createdAt')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row) return undefined
  const { totp, ...account } = row
  const totpSecret = totp === null ? null : unsealIfKeyed(keys, secretOf(row.id), totp)
  return { ...account, mfa: totp !== null, totpSecret }
}

const secretOf = (id: string) => `vault_accounts.${id}.totp_secret` as const

/** Sets another password, and ends every token of the account. */
export async function savePassword(q: Queryable, accountId: string, passwordHash: string) {
  await changed(q, accountId).set({ password_hash: passwordHash }).execute()
  await q.deleteFrom('vault.tokens').where('account_id', '=', accountId).execute()
}

/** Sets the secret of the second factor, sealed; null: none. */
export async function saveTotpSecret(
  q: Queryable,
  keys: TokenKeys,
  accountId: string,
  secret: string | null,
) {
  const sealed = secret === null ? null : seal(keys, secretOf(accountId), secret)
  await changed(q, accountId).set({ totp_secret: sealed, totp_step: null }).execute()
}

/** Marks the code of a time step as used. @returns false when it, or a later one, was used before */
export async function useTotpStep(q: Queryable, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await changed(q, accountId)
    .set({ totp_step: BigInt(step) })
    .where(eb => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', BigInt(step))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changed(q: Queryable, accountId: string) {
  return q.updateTable('vault.accounts').where('id', '=', accountId)
}

/** Removes an account with its tokens, vaults and sites. */
export async function deleteAccount(q: Queryable, accountId: string) {
  await q.deleteFrom('vault.accounts').where('id', '=', accountId).execute()
}

/** Keeps a token by its digest: the token itself is never stored. */
export async function createToken(
  q: Queryable,
  { tokenHash, accountId }: { tokenHash: string; accountId: string },
  now: Temporal.Instant,
) {
  await q
    .insertInto('vault.tokens')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: now, last_used_at: now })
    .execute()
}

/** Whose token this is, and when it was used last, if that was since `idleSince`. */
export async function readCaller(q: Queryable, tokenHash: string, idleSince: Temporal.Instant) {
  const row = await q
    .selectFrom('vault.tokens as token')
    .innerJoin('vault.accounts as account', 'account.id', 'token.account_id')
    .select(['account.id', 'account.email', 'account.name', 'account.created_at as createdAt'])
    .select(['account.totp_secret as totp', 'token.last_used_at as lastUsedAt'])
    .where('token.token_hash', '=', tokenHash)
    .where('token.last_used_at', '>', idleSince)
    .executeTakeFirst()
  if (!row) return undefined
  const { totp, lastUsedAt, ...account } = row
  return { account: { ...account, mfa: totp !== null }, lastUsedAt }
}

/** Notes that a token was used. */
export async function touchToken(q: Queryable, tokenHash: string, now: Temporal.Instant) {
  await q
    .updateTable('vault.tokens')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one token. */
export async function deleteToken(q: Queryable, tokenHash: string) {
  await q.deleteFrom('vault.tokens').where('token_hash', '=', tokenHash).execute()
}

/** Deletes the tokens that have not been used since `idleSince`. */
export async function deleteIdleTokens(q: Queryable, idleSince: Temporal.Instant) {
  await q.deleteFrom('vault.tokens').where('last_used_at', '<=', idleSince).execute()
}
