import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When a worker last had a clock that could be right, and which events it is about to remove. */
export const clock: Migration = {
  async up(db: Kysely<unknown>) {
    await column.execute(db)
    await seen.execute(db)
    await states.execute(db)
  },
}

const column = sql`alter table settings add column clock_seen_at timestamptz`

// What a worker did last. A plan may be older, where people plan each month.
const seen = sql`update settings set clock_seen_at = (select max(done_at) from job_requests)`

// calendar_events_state_check holds: the version before writes the states that it already had.
const states = sql`
  alter table calendar_events drop constraint calendar_events_state_check;
  alter table calendar_events add constraint calendar_events_state_check
    check (state in ('present', 'adopted', 'rejected', 'deleted', 'removing', 'removed'))`
