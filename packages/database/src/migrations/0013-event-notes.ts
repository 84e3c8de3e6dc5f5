import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a person added to an event, so that writing it again keeps it. */
export const eventNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table calendar_events add column note text`.execute(db)
  },
}
