import {
  seal,
  unreadable,
  unsealIfKeyed,
  type Place,
  type TokenKeys,
} from '@night-routine/database'
import { sql } from 'kysely'
import { inOneTransaction, type Session } from './session.ts'

/** All columns that are encrypted with SECRET_KEYS. */
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
  {
    table: 'public.push_keys',
    column: 'private_key',
    part: 'push_keys',
    name: 'private_key',
  },
  { table: 'vault.accounts', column: 'totp_secret', part: 'vault_accounts', name: 'totp_secret' },
  { table: 'vault.vaults', column: 'sealed_password', part: 'vault_vaults', name: 'password' },
] as const

type SealedColumn = (typeof sealedColumns)[number]

/** What the keys are needed for. */
export interface KeyUse {
  /** Each key of SECRET_KEYS, newest first, and how many texts need it. */
  keys: { id: string; texts: number }[]
  /** Texts that no key decrypts, by table. */
  unreadable: { column: SealedColumn['table']; texts: number }[]
  /** Texts that were encrypted again. */
  resealed: number
}

/** Counts what each key is needed for; changes nothing. */
export async function readKeyUse(url: string, keys: TokenKeys): Promise<KeyUse> {
  return inOneTransaction({ url, name: 'keys', snapshot: true }, session =>
    countUse(session, keys, { rotate: false }),
  )
}

/**
 * Encrypts everything again with the first key, so that the others can be removed from SECRET_KEYS as soon as
 * every service runs with the new list. What no key decrypts is left unchanged.
 */
export async function rotateKeys(url: string, keys: TokenKeys): Promise<KeyUse> {
  return inOneTransaction({ url, name: 'keys' }, session =>
    countUse(session, keys, { rotate: true }),
  )
}

async function countUse(
  session: Session,
  keys: TokenKeys,
  { rotate }: { rotate: boolean },
): Promise<KeyUse> {
  const [newest] = keys
  const counts = new Map(keys.map(({ id }) => [id, 0]))
  const lost = new Map<SealedColumn['table'], number>()
  let resealed = 0
  for (const column of sealedColumns)
    for (const { id, sealed } of await readSealed(session, column, rotate)) {
      const place: Place = `${column.part}.${id}.${column.name}`
      const text = unsealIfKeyed(keys, place, sealed)
      const [keyId = ''] = sealed.split('.')
      if (text === unreadable) lost.set(column.table, (lost.get(column.table) ?? 0) + 1)
      else if (rotate && keyId !== newest.id) {
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

// The lock keeps a token that is renewed meanwhile from being overwritten by its predecessor.
async function readSealed({ trx }: Session, { table, column }: SealedColumn, lock: boolean) {
  // Also runs before the migration: an older version may lack the table or the column.
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
