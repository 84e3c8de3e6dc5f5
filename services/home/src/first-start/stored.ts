import { connect, type Database, type TokenKeys } from '@night-routine/database/connection'
import { readInstallationSettings } from '@night-routine/database/installation'
import type { Logger } from '@night-routine/service'
import { isEnteredName, type Entered } from './settings.ts'

/** Works with the database as the owner of its tables, who alone may read settings. The connection ends with the work. */
export async function asOwner<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  await using db = connect({ url, applicationName: 'home', maxConnections: 1 })
  return await work(db)
}

/** What people entered; the log names what no key opens. */
export async function readStored(
  db: Database,
  { keys, logger }: { keys: TokenKeys; logger: Logger },
): Promise<Entered> {
  const { settings, unreadable } = await readInstallationSettings(db, keys)
  if (unreadable.length > 0)
    logger.warn(
      { settings: unreadable },
      'no key of SECRET_KEYS opens these settings; enter them again',
    )
  return Object.fromEntries(Object.entries(settings).filter(([name]) => isEnteredName(name)))
}
