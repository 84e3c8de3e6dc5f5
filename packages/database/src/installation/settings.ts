import type { Queryable, Transaction } from '../connection/connect.ts'
import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

const valueOf = (name: string) => `installation_settings.${name}.value` as const

/**
 * The settings of the installation that a person entered in the browser, by name, and the names of those whose key is
 * gone. Only the owner of the tables may read them.
 */
export async function readInstallationSettings(q: Queryable, keys: TokenKeys) {
  const rows = await q
    .selectFrom('installation_settings')
    .select(['name', 'value'])
    .orderBy('name')
    .execute()
  const settings: Record<string, string> = {}
  const lost: string[] = []
  for (const { name, value } of rows) {
    const text = unsealIfKeyed(keys, valueOf(name), value)
    if (text === unreadable) lost.push(name)
    else settings[name] = text
  }
  return { settings, unreadable: lost }
}

/** Stores these settings in place of all others. */
export async function saveInstallationSettings(
  trx: Transaction,
  keys: TokenKeys,
  { settings, now }: { settings: Readonly<Record<string, string>>; now: Temporal.Instant },
) {
  const rows = Object.entries(settings).map(([name, value]) => ({
    name,
    value: seal(keys, valueOf(name), value),
    changed_at: now,
  }))
  await trx.deleteFrom('installation_settings').execute()
  if (rows.length > 0) await trx.insertInto('installation_settings').values(rows).execute()
}
