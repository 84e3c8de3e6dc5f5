import type { Migration } from 'kysely/migration'
import { initial } from './0001-initial.ts'
import { notifications } from './0002-notifications.ts'
import { nightNotes } from './0004-night-notes.ts'

/** Every migration by name, oldest first. Forward only: a released migration is never edited. */
export const migrations = {
  '0001-initial': initial,
  '0002-notifications': notifications,
  '0004-night-notes': nightNotes,
} satisfies Record<string, Migration>

/** The version that this code needs. */
export const latestMigration = Object.keys(migrations).toSorted().at(-1)
