import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const disconnecting: Migration = {
  async up(db) {
    await sql`
      create table disconnection (
        id smallint primary key default 1 check (id = 1),
        asked_at timestamptz not null,
        calendar_name text,
        cleared_at timestamptz,
        events_left integer check (events_left >= 0),
        constraint what_is_left_is_known_when_it_is_cleared
          check ((cleared_at is null) = (events_left is null))
      )`.execute(db)

    // A person has read it, and it says no more than it did: quiet until its cause is gone.
    await sql`
      alter table notices
        add column muted boolean not null default false,
        add constraint only_what_was_dismissed_is_muted
          check (not muted or dismissed_at is not null)`.execute(db)
  },
}
