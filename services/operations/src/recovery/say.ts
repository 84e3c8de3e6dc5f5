import type { KeyUse } from './keys.ts'
import type { Manifest } from './manifest.ts'

/** A backup in one sentence. */
export function aboutBackup({ takenAt, product, tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const nights = tables.find(({ table }) => table === 'public.assignments')?.rows ?? 0
  const when = Temporal.Instant.from(takenAt).toString({ smallestUnit: 'second' })
  return `as of ${when}, by Night Routine ${product}; ${nights} nights, ${rows} rows in ${tables.length} tables.`
}

/** What is to be done where texts are lost. */
const cures = {
  'public.oauth_token': 'a parent presses Reconnect on the home page.',
  'public.publication': 'a parent sets the password of the published site anew in the settings.',
  'vault.accounts':
    'these accounts cannot give their second factor any more; switch it off with the account command of the vault.',
  'vault.vaults': 'what these vaults hold cannot be opened by this host; make them anew.',
} as const

/** What the keys are needed for, a line for each. */
export function aboutKeys({ keys, unreadable, resealed }: KeyUse, rotated: boolean): string[] {
  const [newest, ...older] = keys
  const lines = [`Key 1 (${newest?.id}) seals everything new; ${texts(newest?.texts ?? 0)}.`]
  if (rotated) lines.push(`Sealed anew with it: ${texts(resealed)}.`)
  for (const [index, { id, texts: count }] of older.entries())
    lines.push(
      count === 0
        ? `Key ${index + 2} (${id}) is not needed any more: take it out of SECRET_KEYS.`
        : `Key ${index + 2} (${id}) is needed for ${texts(count)}. Run keys --rotate.`,
    )
  for (const { column, texts: count } of unreadable)
    lines.push(`No key opens ${texts(count)} of ${column}: ${cures[column]}`)
  return lines
}

function texts(count: number): string {
  return count === 1 ? '1 sealed text' : `${count} sealed texts`
}
