import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Events in a calendar that another program wrote for nights which were brought in. */
export const importedEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await table.execute(db)
  },
}

// The calendar need not be selected yet: a push takes its events over when it is.
const table = sql`
  create table imported_events (
    calendar_id text not null,
    event_id text not null,
    night date not null,
    -- When a push took the event over, or found that it is gone. The row stays, so that the same import adds nothing.
    taken_at timestamptz,
    primary key (calendar_id, event_id)
  )`
