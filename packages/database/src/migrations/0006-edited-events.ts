import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const editedEvents: Migration = {
  async up(db) {
    await sql`
      alter table calendar_events
        add column judged_meaning text,
        drop constraint calendar_events_state_check,
        add constraint calendar_events_state_check
          check (state in ('present', 'adopted', 'rejected', 'deleted', 'removed'))`.execute(db)

    // What a person had changed was marked by forgetting our hash; now it is looked at again.
    await sql`
      update calendar_events set etag = null
        where state = 'present' and pushed_hash is null`.execute(db)
  },
}
