import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'
import { notes } from './0002-notes.ts'

/** Every migration of the vault host by name, oldest first. Forward only. */
export const migrations = {
  '0001-initial': initial,
  '0002-notes': notes,
} satisfies Record<string, Migration>

/** The version that this code needs. */
export const latestMigration = Object.keys(migrations).toSorted().at(-1) ?? ''
