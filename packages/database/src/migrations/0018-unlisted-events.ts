import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which events we wrote that no read of the calendar has listed yet. */
export const unlistedEvents: Migration = {
  async up(db: Kysely<unknown>) {
    await column.execute(db)
  },
}

// The version before does not know it: what that one writes counts as listed, as it always did.
const column = sql`alter table calendar_events add column unlisted boolean not null default false`
