import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database/connection'
import { sql } from 'kysely'
import { inOneTransaction, type DatabaseTransaction } from './database-transaction.ts'

/** The columns that are encrypted with SECRET_KEYS: where they are, and the two ends of a text's `Place`. */
const sealedColumns = [
  ['public.absence_sources', 'address', 'absence_sources', 'address'],
  ['public.identities', 'totp_secret', 'identities', 'totp_secret'],
  ['public.installation_settings', 'value', 'installation_settings', 'value'],
  ['public.oauth_token', 'access_token', 'oauth_token', 'access_token'],
  ['public.oauth_token', 'refresh_token', 'oauth_token', 'refresh_token'],
  ['public.person_channels', 'settings', 'person_channels', 'settings'],
  ['public.publication', 'password', 'publication', 'password'],
  ['public.push_keys', 'private_key', 'push_keys', 'private_key'],
  ['public.share_links', 'sealed_token', 'share_links', 'token'],
  ['vault.accounts', 'totp_secret', 'vault_accounts', 'totp_secret'],
  ['vault.vaults', 'sealed_password', 'vault_vaults', 'password'],
] as const

type SealedTable = (typeof sealedColumns)[number][0]

/** The column that identifies a row, which is in the `Place`, too. */
function idOf(table: SealedTable): string {
  return table === 'public.installation_settings' ? 'name' : 'id'
}

/** What to do about lost texts. */
const fixes: Record<SealedTable, string> = {
  'public.absence_sources':
    'a parent removes these calendars from their absences in the settings, and adds them again.',
  'public.identities':
    'these people cannot use their second factor any more; make each a link: people recover ADDRESS.',
  'public.installation_settings': 'enter these settings again at /set-up.',
  'public.oauth_token': 'a parent presses Reconnect on the home page.',
  'public.person_channels':
    'these people fill in their ways to get messages again, on the page You.',
  'public.publication': 'a parent sets the password of the published site again in the settings.',
  'public.push_keys': 'each parent turns on notifications again in the settings, in every browser.',
  'public.share_links':
    'these share links still work, but cannot be shown again; make new ones where that is needed.',
  'vault.accounts':
    'these accounts cannot use their second factor any more; set up a new one with the account command of the vault.',
  'vault.vaults':
    'this host can no longer show the passwords of these vaults; if they are lost, create the vaults again.',
}

/** What the keys are needed for. */
export type KeyUse = Awaited<ReturnType<typeof countUse>>

/**
 * Counts what each key is needed for. With `rotate` it encrypts everything again with the first key, so that the others
 * can be removed from SECRET_KEYS; what no key decrypts is left unchanged.
 */
export async function countKeyUse(url: string, keys: TokenKeys, { rotate = false } = {}) {
  return inOneTransaction({ url, name: 'keys', snapshot: !rotate }, session =>
    countUse(session, keys, rotate),
  )
}

/** The same inside a transaction. */
export async function countUse({ trx }: DatabaseTransaction, keys: TokenKeys, rotate: boolean) {
  const [newest] = keys
  const counts = new Map(keys.map(({ id }) => [id, 0]))
  const lost = new Map<SealedTable, number>()
  let resealed = 0
  for (const [table, column, part, name] of sealedColumns)
    for (const { id, sealed } of await readSealed(trx, { table, column, lock: rotate })) {
      const place: AssociatedData = `${part}.${id}.${name}`
      const text = unsealIfKeyed(keys, place, sealed)
      const [keyId = ''] = sealed.split('.')
      if (text === unreadable) {
        lost.set(table, (lost.get(table) ?? 0) + 1)
        continue
      }
      const isOld = rotate && keyId !== newest.id
      if (isOld) {
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(keys, place, text)}
          where ${sql.ref(idOf(table))}::text = ${id}`.execute(trx)
        resealed += 1
      }
      const needed = isOld ? newest.id : keyId
      counts.set(needed, (counts.get(needed) ?? 0) + 1)
    }
  return {
    /** Each key of SECRET_KEYS, newest first, and how many texts need it. */
    keys: [...counts].map(([id, texts]) => ({ id, texts })),
    /** Texts that no key decrypts, by table. */
    unreadable: [...lost].map(([column, texts]) => ({ column, texts })),
    /** Texts that were encrypted again. */
    resealed,
  }
}

async function readSealed(
  trx: Transaction,
  { table, column, lock }: { table: SealedTable; column: string; lock: boolean },
) {
  // Also runs before the migration: an older version may lack the table or the column.
  const { rows: columns } = await sql`
    select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}
      and not attisdropped`.execute(trx)
  if (columns.length === 0) return []
  // The lock keeps a token that is renewed meanwhile from being overwritten by its predecessor.
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${sql.ref(idOf(table))}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null order by 1
      ${lock ? sql`for update` : sql``}`.execute(trx)
  return rows
}

/** One line for each key that says what it is needed for. */
export function aboutKeys({ keys, unreadable: lost, resealed }: KeyUse, rotated: boolean) {
  const [newest, ...older] = keys
  const lines = [
    `Key 1 (${newest?.id}) encrypts everything new; ${encryptedTexts(newest?.texts ?? 0)}.`,
  ]
  if (rotated) lines.push(`Encrypted again with key 1: ${encryptedTexts(resealed)}.`)
  for (const [index, { id, texts: count }] of older.entries())
    lines.push(
      count === 0
        ? `Key ${index + 2} (${id}) is no longer needed: remove it from SECRET_KEYS.`
        : `Key ${index + 2} (${id}) is needed for ${encryptedTexts(count)}. Run keys --rotate.`,
    )
  return [...lines, ...aboutLost(lost)]
}

/** One line for each table with texts that no key decrypts. */
export function aboutLost(lost: KeyUse['unreadable']): string[] {
  return lost.map(
    ({ column, texts: count }) =>
      `No key decrypts ${encryptedTexts(count)} of ${column}: ${fixes[column]}`,
  )
}

function encryptedTexts(count: number): string {
  return count === 1 ? '1 encrypted text' : `${count} encrypted texts`
}
