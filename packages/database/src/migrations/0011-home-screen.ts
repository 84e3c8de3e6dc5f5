import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who has Night Routine on a home screen, so that home does not offer it again. */
export const homeScreen: Migration = {
  async up(db: Kysely<unknown>) {
    await accounts.execute(db)
  },
}

// When the person first opened it from there, or said that it is there; null: not yet.
const accounts = sql`alter table accounts add column home_screen_at timestamptz`
