import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A calendar of the installation itself: its events, as calendar apps write them. */
export const ownCalendar: Migration = {
  async up(db: Kysely<unknown>) {
    await calendar.execute(db)
    await events.execute(db)
    await appPasswords.execute(db)
  },
}

// One row, from the first write on: each write counts `version` up, so writers wait for each other. A restore makes another incarnation, because
// apps may hold versions from after its backup.
const calendar = sql`
  create table own_calendar (
    id integer primary key default 1 check (id = 1),
    version bigint not null default 1,
    incarnation uuid not null default gen_random_uuid()
  )`

// A removed event keeps its row, without a text, so that apps hear of it.
const events = sql`
  create table own_events (
    uid text primary key,
    name text not null,
    text text,
    version bigint not null
  );
  create unique index on own_events (name) where text is not null;
  create index on own_events (version)`

// access_tokens_scope_check holds: the version before writes the scopes that it already had.
const appPasswords = sql`
  alter table access_tokens drop constraint access_tokens_scope_check,
    add constraint access_tokens_scope_check check (scope in ('read', 'write', 'calendar'))`
