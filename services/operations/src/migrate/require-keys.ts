import { MigrationRefusal } from '@night-routine/database'
import type { Environment } from '@night-routine/service'
import { readKeyUse } from '../recovery/keys.ts'
import { secretKeys } from '../recovery/settings.ts'

/**
 * Refuses keys that decrypt nothing in the database. With a wrong file the services
 * would ask a parent to reconnect. Without SECRET_KEYS there is nothing to check.
 * @throws MigrationRefusal unless ACCEPT_LOST_KEY is `true`
 */
export async function requireKeys(url: string, env: Environment): Promise<void> {
  if (!env['SECRET_KEYS'] && !env['SECRET_KEYS_FILE']) return
  const keys = secretKeys(env)
  if (env['ACCEPT_LOST_KEY'] === 'true') return
  const { keys: used, unreadable } = await readKeyUse(url, keys)
  if (unreadable.length === 0 || used.some(({ texts }) => texts > 0)) return
  throw new MigrationRefusal(
    'SECRET_KEYS (secrets/secret-keys) decrypts nothing of what this database holds. Put the old key back; if ' +
      'it is lost, start once with ACCEPT_LOST_KEY=true, and a parent reconnects the calendar.',
  )
}
