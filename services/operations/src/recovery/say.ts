import type { KeyUse } from './keys.ts'
import type { Manifest } from './manifest.ts'

/** A backup in one sentence. */
export function aboutBackup({ takenAt, product, tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const nights = tables.find(({ table }) => table === 'public.assignments')?.rows ?? 0
  const when = Temporal.Instant.from(takenAt).toString({ smallestUnit: 'second' })
  return `as of ${when}, by Night Routine ${product}; ${nights} nights, ${rows} rows in ${tables.length} tables.`
}

/** What to do about lost texts. */
const cures = {
  'public.oauth_token': 'a parent presses Reconnect on the home page.',
  'public.publication': 'a parent sets the password of the published site again in the settings.',
  'public.push_keys': 'each parent turns on notifications again in the settings, in every browser.',
  'vault.accounts':
    'these accounts cannot use their second factor any more; set up a new one with the account command of the vault.',
  'vault.vaults':
    'this host can no longer show the passwords of these vaults; if they are lost, create the vaults again.',
} as const

/** One line for each key that says what it is needed for. */
export function aboutKeys({ keys, unreadable, resealed }: KeyUse, rotated: boolean): string[] {
  const [newest, ...older] = keys
  const lines = [`Key 1 (${newest?.id}) encrypts everything new; ${texts(newest?.texts ?? 0)}.`]
  if (rotated) lines.push(`Encrypted again with key 1: ${texts(resealed)}.`)
  for (const [index, { id, texts: count }] of older.entries())
    lines.push(
      count === 0
        ? `Key ${index + 2} (${id}) is no longer needed: remove it from SECRET_KEYS.`
        : `Key ${index + 2} (${id}) is needed for ${texts(count)}. Run keys --rotate.`,
    )
  for (const { column, texts: count } of unreadable)
    lines.push(`No key decrypts ${texts(count)} of ${column}: ${cures[column]}`)
  return lines
}

function texts(count: number): string {
  return count === 1 ? '1 encrypted text' : `${count} encrypted texts`
}
