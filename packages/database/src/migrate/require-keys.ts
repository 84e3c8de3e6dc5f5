import { readKeyUse } from '../recovery/keys.ts'
import { secretKeys, type Environment } from '../recovery/settings.ts'
import { MigrationRefusal } from './refusal.ts'

/**
 * Refuses keys that open nothing of what the database holds sealed: a wrong file would otherwise go
 * unnoticed until somebody has to sign in again. Without SECRET_KEYS nothing is checked.
 * @throws MigrationRefusal unless ACCEPT_LOST_KEY is `true`
 */
export async function requireKeys(url: string, env: Environment): Promise<void> {
  if (!env['SECRET_KEYS'] && !env['SECRET_KEYS_FILE']) return
  const keys = secretKeys(env)
  if (env['ACCEPT_LOST_KEY'] === 'true') return
  const { keys: used, unreadable } = await readKeyUse(url, keys)
  if (unreadable.length === 0 || used.some(({ texts }) => texts > 0)) return
  throw new MigrationRefusal(
    'SECRET_KEYS opens nothing of what is sealed in this database. Put the key back that sealed it; if it is ' +
      'lost, start once with ACCEPT_LOST_KEY=true, and a parent reconnects the calendar.',
  )
}
