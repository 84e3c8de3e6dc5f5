import { sql } from 'kysely'
import type { Account } from './accounts.ts'
import type { VaultQueryable } from './connect.ts'

/** The account a token was given to, and when the token was used last. */
export interface Caller {
  account: Account
  lastUsedAt: Temporal.Instant
}

/** Keeps a token by its digest: the token itself is never stored. */
export async function createToken(
  q: VaultQueryable,
  { tokenHash, accountId }: { tokenHash: string; accountId: string },
  now: Temporal.Instant,
): Promise<void> {
  const at = now.toString()
  await q
    .insertInto('vault.tokens')
    .values({ token_hash: tokenHash, account_id: accountId, created_at: at, last_used_at: at })
    .execute()
}

/** Whose token this is, if it was used since `idleSince`. */
export async function readCaller(
  q: VaultQueryable,
  tokenHash: string,
  idleSince: Temporal.Instant,
): Promise<Caller | undefined> {
  const row = await q
    .selectFrom('vault.tokens as token')
    .innerJoin('vault.accounts as account', 'account.id', 'token.account_id')
    .select(['account.id', 'account.email', 'account.name', 'account.created_at as createdAt'])
    .select(['account.totp_secret as totp', 'token.last_used_at as lastUsedAt'])
    .where('token.token_hash', '=', tokenHash)
    .where(sql<boolean>`token.last_used_at > ${idleSince.toString()}`)
    .executeTakeFirst()
  if (!row) return undefined
  const { totp, lastUsedAt, ...account } = row
  return { account: { ...account, mfa: totp !== null }, lastUsedAt }
}

/** Notes that a token was used. */
export async function touchToken(
  q: VaultQueryable,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await q
    .updateTable('vault.tokens')
    .set({ last_used_at: now.toString() })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one token. @returns whether there was one */
export async function deleteToken(q: VaultQueryable, tokenHash: string): Promise<boolean> {
  const ended = await q
    .deleteFrom('vault.tokens')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return ended !== undefined
}

/** Deletes the tokens that have not been used since `idleSince`. */
export async function deleteIdleTokens(
  q: VaultQueryable,
  idleSince: Temporal.Instant,
): Promise<void> {
  await q
    .deleteFrom('vault.tokens')
    .where(sql<boolean>`last_used_at <= ${idleSince.toString()}`)
    .execute()
}
