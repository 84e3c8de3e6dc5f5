import {
  seal,
  unreadable,
  unsealIfKeyed,
  type Place,
  type TokenKeys,
} from '@night-routine/database'
import { sql } from 'kysely'
import { inOneTransaction, type Session } from './session.ts'

/** Where texts are sealed: the only columns that SECRET_KEYS open. */
const sealedColumns = [
  {
    table: 'public.oauth_token',
    column: 'access_token',
    part: 'oauth_token',
    name: 'access_token',
  },
  {
    table: 'public.oauth_token',
    column: 'refresh_token',
    part: 'oauth_token',
    name: 'refresh_token',
  },
  {
    table: 'public.publication',
    column: 'password',
    part: 'publication',
    name: 'password',
  },
  { table: 'vault.accounts', column: 'totp_secret', part: 'vault_accounts', name: 'totp_secret' },
  { table: 'vault.vaults', column: 'sealed_password', part: 'vault_vaults', name: 'password' },
] as const

type SealedColumn = (typeof sealedColumns)[number]

/** What the keys are needed for. */
export interface KeyUse {
  /** Each key of SECRET_KEYS, newest first, and how many texts it alone opens. */
  keys: { id: string; texts: number }[]
  /** Texts that none of them opens, by what is lost with them. */
  unreadable: { column: SealedColumn['table']; texts: number }[]
  /** Texts that were sealed anew. */
  resealed: number
}

/** Looks which keys are still needed; changes nothing. */
export async function readKeyUse(url: string, keys: TokenKeys): Promise<KeyUse> {
  return inOneTransaction({ url, name: 'keys', snapshot: true }, session =>
    look(session, keys, false),
  )
}

/**
 * Seals everything anew with the first key, so that the others can be taken out of SECRET_KEYS as soon as
 * every service runs with the new list. What no key opens stays as it is.
 */
export async function rotateKeys(url: string, keys: TokenKeys): Promise<KeyUse> {
  return inOneTransaction({ url, name: 'keys' }, session => look(session, keys, true))
}

async function look(session: Session, keys: TokenKeys, anew: boolean): Promise<KeyUse> {
  const [newest] = keys
  const counts = new Map(keys.map(({ id }) => [id, 0]))
  const lost = new Map<SealedColumn['table'], number>()
  let resealed = 0
  for (const column of sealedColumns)
    for (const { id, sealed } of await readSealed(session, column, anew)) {
      const place: Place = `${column.part}.${id}.${column.name}`
      const text = unsealIfKeyed(keys, place, sealed)
      const [keyId = ''] = sealed.split('.')
      if (text === unreadable) lost.set(column.table, (lost.get(column.table) ?? 0) + 1)
      else if (anew && keyId !== newest.id) {
        await writeSealed(session, column, id, seal(keys, place, text))
        counts.set(newest.id, (counts.get(newest.id) ?? 0) + 1)
        resealed += 1
      } else counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
  return {
    keys: [...counts].map(([id, texts]) => ({ id, texts })),
    unreadable: [...lost].map(([column, texts]) => ({ column, texts })),
    resealed,
  }
}

// Read with a lock: a token that is renewed meanwhile must not be overwritten by the one before it.
async function readSealed({ trx }: Session, { table, column }: SealedColumn, lock: boolean) {
  // Asked before the tables are migrated as well: those of an older version may lack the table or the column.
  const { rows: columns } = await sql`
    select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}
      and not attisdropped`.execute(trx)
  if (columns.length === 0) return []
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by id
      ${lock ? sql`for update` : sql``}`.execute(trx)
  return rows
}

async function writeSealed(
  { trx }: Session,
  { table, column }: SealedColumn,
  id: string,
  sealed: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sealed}
    where id::text = ${id}`.execute(trx)
}
