import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notes on nights, and which browser a push subscription belongs to. */
export const nightNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await notes.execute(db)
    await devices.execute(db)
  },
}

// By date: planning again, or an undo, replaces what is known of a night, and its note stays.
const notes = sql`
  create table night_notes (
    night date primary key,
    note text not null check (note <> '' and length(note) <= 200),
    -- Whether the share page shows it.
    shared boolean not null default false
  )`

const devices = sql`
  -- Digest of the session that subscribed. Ending that session ends it; the session may also have expired.
  alter table push_subscriptions add column session text;
  alter table push_subscriptions add column device text`
