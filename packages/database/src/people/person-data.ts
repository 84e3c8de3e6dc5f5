import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'

/**
 * Where the address of a person stands: they are shown these rows, and `erasePerson` deletes them or takes the address
 * out of them.
 */
const places = [
  ['accounts', 'email', 'deleted'],
  ['identities', 'email', 'deleted'],
  ['sessions', 'email', 'deleted'],
  ['access_tokens', 'email', 'deleted'],
  ['account_networks', 'email', 'deleted'],
  ['notification_settings', 'email', 'deleted'],
  ['notification_deliveries', 'email', 'deleted'],
  ['person_channels', 'email', 'deleted'],
  ['push_subscriptions', 'email', 'deleted'],
  ['invitations', 'created_by', 'kept'],
  ['invitations', 'accepted_by', 'kept'],
  ['share_links', 'created_by', 'kept'],
  ['asks', 'asked_by', 'kept'],
  ['asks', 'closed_by', 'kept'],
  ['history', 'actor', 'kept'],
] as const

/** Columns that a person does not need to know of themselves, and that let somebody else in. */
const secrets = [
  'token_hash',
  'password_hash',
  'totp_secret',
  'totp_step',
  'settings',
  'sealed_token',
  'network_hash',
  'p256dh',
  'auth',
  'session',
  'claim',
]

/** Stands for a person who was erased. No address is like it. */
const erased = 'erased'

/** Everything that is stored about a person, by table; without secrets, and without nights, which are the household's. */
export async function readPersonData(
  q: Queryable,
  email: string,
): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {}
  for (const [table, column] of places) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(found) - ${secrets}::text[] as row from ${sql.table(table)} found
        where ${sql.ref(`found.${column}`)} = ${email}`.execute(q)
    data[table] = [...(data[table] ?? []), ...rows.map(({ row }) => row)]
  }
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object('name', passkeys.name, 'created_at', passkeys.created_at,
        'last_used_at', last_used_at) as row
      from passkeys join identities on identities.id = identity_id where email = ${email}`.execute(
    q,
  )
  return { ...data, passkeys: rows.map(({ row }) => row) }
}

/**
 * Takes a person out of everything but the nights and their counts. Only the owner of the tables may, because nothing
 * else changes the history.
 * @returns false when nothing was stored
 */
export async function erasePerson(trx: Transaction, email: string): Promise<boolean> {
  await sql`set local night_routine.erases = 'yes'`.execute(trx)
  let found = 0n
  // What a change said of this account; what it said of nights stays.
  const about = await sql`
    update history set after = ${JSON.stringify({ account: erased })}::jsonb
      where after ->> 'account' = ${email}`.execute(trx)
  await sql`
    update history set after = jsonb_set(after, '{link}', ${JSON.stringify(erased)}::jsonb)
      where after ->> 'link' = ${email}`.execute(trx)
  const quoted = [JSON.stringify(email), JSON.stringify(erased)]
  const words = await sql`
    update notices set data = replace(data::text, ${quoted[0]}, ${quoted[1]})::jsonb
      where position(${quoted[0]} in data::text) > 0`.execute(trx)
  for (const [table, column, ends] of places) {
    const change =
      ends === 'deleted'
        ? sql`delete from ${sql.table(table)}`
        : sql`update ${sql.table(table)} set ${sql.ref(column)} = ${erased}`
    const { numAffectedRows = 0n } =
      await sql`${change} where ${sql.ref(column)} = ${email}`.execute(trx)
    found += numAffectedRows
  }
  return found + (about.numAffectedRows ?? 0n) + (words.numAffectedRows ?? 0n) > 0n
}
