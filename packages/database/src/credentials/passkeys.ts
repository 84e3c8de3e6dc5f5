import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'

/** A passkey of a person. */
export interface Passkey {
  /** The id of the credential, in base64url. */
  id: string
  identity: string
  publicKey: Uint8Array
  /** How often it was used; 0 where the device does not count. */
  counter: number
  transports: string[]
  /** What its person calls the device. */
  name: string
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
}

/** Keeps a new passkey. @returns false when its id is known already */
export async function createPasskey(
  q: Queryable,
  { identity, publicKey, counter, ...passkey }: Omit<Passkey, 'createdAt' | 'lastUsedAt'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const made = await q
    .insertInto('passkeys')
    .values({
      ...passkey,
      identity_id: identity,
      public_key: publicKey,
      counter: BigInt(counter),
      created_at: now,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** The passkey with this id. */
export async function findPasskey(q: Queryable, id: string): Promise<Passkey | undefined> {
  const row = await passkeys(q).where('id', '=', id).executeTakeFirst()
  return row && counted(row)
}

/** The passkeys of a person, the oldest first. */
export async function readPasskeys(q: Queryable, identity: string): Promise<Passkey[]> {
  const rows = await passkeys(q)
    .where('identity_id', '=', identity)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(counted)
}

function passkeys(q: Queryable) {
  return q
    .selectFrom('passkeys')
    .select(['id', 'identity_id as identity', 'public_key as publicKey', 'counter', 'transports'])
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
}

function counted<Row extends { counter: bigint }>({ counter, ...row }: Row) {
  return { ...row, counter: Number(counter) }
}

/** How many challenges of a passkey are kept; none is as old as the last but so many. */
const challenges = 20

/**
 * Notes a use.
 * @param challenge what the device has signed, which counts once
 * @returns false when it was used before, or another use has counted further meanwhile: the passkey was copied
 */
export async function savePasskeyUse(
  q: Queryable,
  { id, counter, challenge }: Pick<Passkey, 'id' | 'counter'> & { challenge: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('passkeys')
    .set({
      counter: BigInt(counter),
      last_used_at: now,
      last_challenges: sql`(array_prepend(${challenge}, last_challenges))[:${sql.lit(challenges)}]`,
    })
    .where('id', '=', id)
    .where(eb => eb.or([eb('counter', '<', BigInt(counter)), eb('counter', '=', 0n)]))
    .where(sql<boolean>`not ${challenge} = any(last_challenges)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a passkey of this person. */
export async function deletePasskey(
  q: Queryable,
  { id, identity }: Pick<Passkey, 'id' | 'identity'>,
) {
  await q.deleteFrom('passkeys').where('id', '=', id).where('identity_id', '=', identity).execute()
}

/** Keeps that a person wants no passkey. The first time counts. */
export async function saveNoPasskey(q: Queryable, email: string, now: Temporal.Instant) {
  await q
    .updateTable('identities')
    .set({ no_passkey_at: now })
    .where('email', '=', email)
    .where('no_passkey_at', 'is', null)
    .execute()
}
