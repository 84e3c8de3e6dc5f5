import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Open pages ask every second when an event was last written; ten years have 3,650 of them. */
export const eventsByUpdate: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index calendar_events_by_update on calendar_events (updated_at)`.execute(db)
  },
}
