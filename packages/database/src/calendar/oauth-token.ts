import { sql } from 'kysely'
import type { Database, Queryable, Transaction } from '../connection/connect.ts'
import {
  reseal,
  seal,
  unreadable,
  unseal,
  unsealIfKeyed,
  type TokenKeys,
} from '../connection/sealed.ts'
import { busyAfterTimeout, lockingTransaction } from '../connection/transaction.ts'

/** The household's grant, as an identity provider gave it. */
export interface TokenToSave {
  accessToken: string
  /** Null when the provider sent none: the stored one of the same account is kept. */
  refreshToken: string | null
  /** When the refresh token expires; unset or null where it has no fixed end, or none was sent. */
  refreshTokenEndsAt?: Temporal.Instant | null
  tokenType: string
  expiry: Temporal.Instant
  scope: string[]
  accountEmail: string
  accountSubject: string
}

/** The household's grant, and whether it still works. */
export interface StoredToken extends TokenToSave {
  /** Set when the provider refused the grant: only connecting again helps. */
  broken: { at: Temporal.Instant; reason: string } | null
}

const accessTokenData = 'oauth_token.1.access_token'
const refreshTokenData = 'oauth_token.1.refresh_token'

/**
 * The stored grant, opened; undefined before the first one.
 * @throws TokenUnreadableError when none of the keys opens it
 */
export async function readToken(q: Queryable, keys: TokenKeys): Promise<StoredToken | undefined> {
  const row = await q
    .selectFrom('oauth_token')
    .select(['refresh_token_ends_at as refreshTokenEndsAt', 'token_type as tokenType', 'expiry'])
    .select(['scope', 'account_email as accountEmail', 'account_subject as accountSubject'])
    .select(['access_token as accessToken', 'refresh_token as refreshToken'])
    .select(['broken_at as brokenAt', 'broken_reason as brokenReason'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { brokenAt, brokenReason, ...token } = row
  return {
    ...token,
    accessToken: unseal(keys, accessTokenData, token.accessToken),
    refreshToken: token.refreshToken && unseal(keys, refreshTokenData, token.refreshToken),
    broken: brokenAt && { at: brokenAt, reason: brokenReason ?? '' },
  }
}

/** What shows whether the grant works. */
export interface SealedGrant {
  accountEmail: string
  accessToken: string
  refreshToken: string | null
  /** Whether the provider refused it. */
  broken: boolean
}

/** The grant as it is stored; undefined before the first one. */
export async function readSealedGrant(q: Queryable): Promise<SealedGrant | undefined> {
  return selectSealedGrant(q).executeTakeFirst()
}

/** The statement of `readSealedGrant`, also as a part of another one. */
export function selectSealedGrant(q: Queryable) {
  return q
    .selectFrom('oauth_token')
    .select(['account_email as accountEmail', 'access_token as accessToken'])
    .select(['refresh_token as refreshToken', sql<boolean>`broken_at is not null`.as('broken')])
}

/** Whether the keys open the tokens of a grant. */
export function canOpen(keys: TokenKeys, { accessToken, refreshToken }: SealedGrant): boolean {
  return (
    unsealIfKeyed(keys, accessTokenData, accessToken) !== unreadable &&
    (refreshToken === null || unsealIfKeyed(keys, refreshTokenData, refreshToken) !== unreadable)
  )
}

/**
 * Runs `work` in a transaction that holds the lock of the grant. Those of this process wait for each other before they
 * take a connection: one may hold the lock for seconds, while it asks the provider.
 * @throws HouseholdBusyError when others hold the lock for more than 5 s
 */
export async function grantTransaction<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return lockingTransaction(db, 'grant', async (trx, limit) => {
    await sql`select ${limit}`.execute(trx)
    await lockToken(trx)
    return work(trx)
  })
}

/**
 * Locks the grant until this transaction ends, so that only one process refreshes or replaces it.
 * @throws HouseholdBusyError when another transaction holds the lock for more than 5 s
 */
export async function lockToken(trx: Transaction) {
  await busyAfterTimeout(trx.selectFrom('oauth_token').select('id').forUpdate().execute())
}

/**
 * Replaces the grant, sealed with the newest key; it counts as working.
 * A missing refresh token never erases the stored one of the same account.
 */
export async function saveToken(trx: Transaction, keys: TokenKeys, token: TokenToSave) {
  const saved = {
    access_token: seal(keys, accessTokenData, token.accessToken),
    ...(token.refreshToken === null
      ? await keptRefreshToken(trx, keys, token.accountSubject)
      : {
          refresh_token: seal(keys, refreshTokenData, token.refreshToken),
          refresh_token_ends_at: token.refreshTokenEndsAt ?? null,
        }),
    token_type: token.tokenType,
    expiry: token.expiry,
    scope: token.scope,
    account_email: token.accountEmail,
    account_subject: token.accountSubject,
    broken_at: null,
    broken_reason: null,
  }
  await trx
    .insertInto('oauth_token')
    .values(saved)
    .onConflict(conflict => conflict.column('id').doUpdateSet({ ...saved, updated_at: sql`now()` }))
    .execute()
}

// Resealed on the way: a refresh token may be used for years, its key should not.
async function keptRefreshToken(trx: Transaction, keys: TokenKeys, accountSubject: string) {
  const row = await trx
    .selectFrom('oauth_token')
    .select(['refresh_token', 'refresh_token_ends_at'])
    .where('account_subject', '=', accountSubject)
    .forUpdate()
    .executeTakeFirst()
  return {
    refresh_token: row?.refresh_token ? reseal(keys, refreshTokenData, row.refresh_token) : null,
    refresh_token_ends_at: row?.refresh_token_ends_at ?? null,
  }
}

/** Notes that the provider refused the grant, with the reason for operators; the first refusal stands. */
export async function markTokenBroken(q: Queryable, reason: string, now: Temporal.Instant) {
  await q
    .updateTable('oauth_token')
    .set({ broken_at: now, broken_reason: reason })
    .where('broken_at', 'is', null)
    .execute()
}

/** Forgets the grant. */
export async function forgetToken(trx: Transaction) {
  await trx.deleteFrom('oauth_token').execute()
}
