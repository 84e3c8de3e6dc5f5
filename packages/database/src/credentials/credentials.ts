import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import { seal, unsealIfKeyed, type TokenKeys, type unreadable } from '../connection/sealed.ts'

/** What a person proves who they are with, where accounts are of this installation. Table `identities`. */
export interface Credentials {
  /** UUID; the subject of the person's id tokens. */
  id: string
  /** Folded, as `foldEmail` does. */
  email: string
  /** Counts up with what ends the links to a new password. */
  version: number
  createdAt: Temporal.Instant
  hasPassword: boolean
  /** Whether a second factor is asked for after the password. */
  mfa: boolean
}

/** What a sign-in is checked against. */
export interface CredentialSecrets extends Credentials {
  /** Null: no password was chosen. */
  passwordHash: string | null
  /** Null without a second factor; unreadable where the key that sealed it is gone. */
  totpSecret: string | null | typeof unreadable
}

/**
 * Makes the credentials of an address, unless it has some. Those that no one has come in with make way.
 * @returns whether it was made
 */
export async function createCredentials(
  trx: Transaction,
  { id, email, passwordHash = null }: { id: string; email: string; passwordHash?: string | null },
  now: Temporal.Instant,
): Promise<boolean> {
  await trx
    .deleteFrom('identities')
    .where('email', '=', email)
    .where('email', 'not in', eb => eb.selectFrom('accounts').select('accounts.email'))
    .execute()
  const made = await trx
    .insertInto('identities')
    .values({ id, email, password_hash: passwordHash, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Whether anybody has credentials here. */
export async function hasCredentials(q: Queryable): Promise<boolean> {
  const found = await q.selectFrom('identities').select('id').limit(1).executeTakeFirst()
  return found !== undefined
}

/** How a person can sign in, as an operator sees it. */
export interface ListedCredentials extends Credentials {
  passkeys: number
  /** When they last signed in; null if that is no longer known. */
  signedInAt: Temporal.Instant | null
}

/** Everyone who has one, by address. */
export async function readCredentials(q: Queryable): Promise<ListedCredentials[]> {
  const passkeys = sql<number>`(
    select count(*)::int from passkeys where identity_id = identities.id)`
  const signedInAt = sql<Temporal.Instant | null>`(
    select max(last_at) from account_networks as known where known.email = identities.email)`
  const rows = await storedCredentials(q)
    .select([passkeys.as('passkeys'), signedInAt.as('signedInAt')])
    .orderBy('email')
    .execute()
  return rows.map(withoutSecrets)
}

/** The addresses of everyone who has one. */
export async function readCredentialsEmails(q: Queryable): Promise<string[]> {
  const rows = await q.selectFrom('identities').select('email').orderBy('email').execute()
  return rows.map(({ email }) => email)
}

/** The credentials of a folded address, or with this id. */
export async function findCredentials(
  q: Queryable,
  keys: TokenKeys,
  by: { email: string } | { id: string },
): Promise<CredentialSecrets | undefined> {
  const query = storedCredentials(q)
  const row = await (
    'id' in by ? query.where('id', '=', by.id) : query.where('email', '=', by.email)
  ).executeTakeFirst()
  if (row === undefined) return undefined
  const { passwordHash, totp } = row
  const totpSecret = totp === null ? null : unsealIfKeyed(keys, secretOf(row.id), totp)
  return { ...withoutSecrets(row), passwordHash, totpSecret }
}

/** What a link to a new password needs of the credentials of these folded addresses. */
export async function readAddressedCredentials(q: Queryable, emails: readonly string[]) {
  const rows = await q
    .selectFrom('identities')
    .select(['id', 'email', 'version'])
    .where(sql<boolean>`email = any(${emails})`)
    .execute()
  return new Map(rows.map(({ email, ...credentials }) => [email, credentials]))
}

function storedCredentials(q: Queryable) {
  return q
    .selectFrom('identities')
    .select(['id', 'email', 'version', 'created_at as createdAt'])
    .select(['password_hash as passwordHash', 'totp_secret as totp'])
}

function withoutSecrets<Row extends { passwordHash: string | null; totp: string | null }>({
  passwordHash,
  totp,
  ...credentials
}: Row) {
  return { ...credentials, hasPassword: passwordHash !== null, mfa: totp !== null }
}

const secretOf = (id: string) => `identities.${id}.totp_secret` as const

/**
 * Ends the links to a new password, and with `passwordHash` sets one, or takes it away (null); only if nothing did
 * since `version` was read, so that a link works once.
 * @returns whether it was this version
 */
export async function renewCredentials(
  q: Queryable,
  { id, version, passwordHash }: { id: string; version: number; passwordHash?: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('identities')
    .set({
      version: version + 1,
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets the secret of the second factor, sealed, with its recovery codes in place of earlier ones; null: none. */
export async function saveSecondFactor(
  trx: Transaction,
  keys: TokenKeys,
  factor: { id: string; secret: string | null; codeHashes?: readonly string[] },
) {
  const { id, secret, codeHashes = [] } = factor
  const sealed = secret === null ? null : seal(keys, secretOf(id), secret)
  await trx
    .updateTable('identities')
    .set({ totp_secret: sealed, totp_step: null })
    .where('id', '=', id)
    .execute()
  await saveRecoveryCodes(trx, id, codeHashes)
}

/** Keeps the digests of new recovery codes in place of earlier ones. */
export async function saveRecoveryCodes(
  trx: Transaction,
  id: string,
  codeHashes: readonly string[],
) {
  await trx.deleteFrom('recovery_codes').where('identity_id', '=', id).execute()
  if (codeHashes.length === 0) return
  const rows = codeHashes.map(hash => ({ identity_id: id, code_hash: hash }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

/** Uses a recovery code up. @returns whether it was one of these credentials */
export async function useRecoveryCode(q: Queryable, id: string, codeHash: string) {
  const { numDeletedRows } = await q
    .deleteFrom('recovery_codes')
    .where('identity_id', '=', id)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(q: Queryable, id: string): Promise<number> {
  const { left } = await q
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<string>().as('left'))
    .where('identity_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Marks the code of a time step as used. @returns false when it, or a later one, was used before */
export async function useTotpStepOf(q: Queryable, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('identities')
    .set({ totp_step: BigInt(step) })
    .where('id', '=', id)
    .where(eb => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', BigInt(step))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the credentials of this address, with its passkeys and second factor. */
export async function deleteCredentials(q: Queryable, email: string) {
  await q.deleteFrom('identities').where('email', '=', email).execute()
}
