import { readFileSync } from 'node:fs'
import { MigrationRefusal } from '@night-routine/database'
import type { Environment } from '@night-routine/service'

/**
 * The address of the database, from `DATABASE_URL` or from the file that `DATABASE_URL_FILE` names; the
 * services read the same two (packages/service).
 * @throws MigrationRefusal if neither or both are set, or the value is empty
 */
export function databaseAddress(env: Environment): string {
  const address = env['DATABASE_URL']?.trim() || undefined
  const file = env['DATABASE_URL_FILE']?.trim() || undefined
  if (address !== undefined && file !== undefined)
    throw new MigrationRefusal(
      'DATABASE_URL and DATABASE_URL_FILE are both set. Keep one of the two.',
    )
  const found = file === undefined ? address : readFileSync(file, 'utf8').trim()
  if (!found)
    throw new MigrationRefusal('DATABASE_URL is not set, nor is it in a file of DATABASE_URL_FILE.')
  return found
}
