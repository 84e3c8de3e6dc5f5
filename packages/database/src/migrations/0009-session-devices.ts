import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A session gets a number that a page may show, and a word for its device. */
export const sessionDevices: Migration = {
  async up(db) {
    await sql`
      alter table sessions
        add column id bigint generated always as identity unique,
        add column device text check (length(device) between 1 and 80)`.execute(db)
  },
}
