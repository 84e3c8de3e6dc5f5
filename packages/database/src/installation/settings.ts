import type { Queryable, Transaction } from '../connection/connect.ts'
import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

/** Settings of the installation that a person entered in the browser. */
export interface InstallationSettings {
  /** Values by the names of settings. */
  settings: Record<string, string>
  /** Names of values whose key is gone. */
  unreadable: string[]
}

const valueOf = (name: string) => `installation_settings.${name}.value` as const

/** The stored settings. Only the owner of the tables may read them. */
export async function readInstallationSettings(
  q: Queryable,
  keys: TokenKeys,
): Promise<InstallationSettings> {
  const rows = await q
    .selectFrom('installation_settings')
    .select(['name', 'value'])
    .orderBy('name')
    .execute()
  const read: InstallationSettings = { settings: {}, unreadable: [] }
  for (const { name, value } of rows) {
    const text = unsealIfKeyed(keys, valueOf(name), value)
    if (text === unreadable) read.unreadable.push(name)
    else read.settings[name] = text
  }
  return read
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
