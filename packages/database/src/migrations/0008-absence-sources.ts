import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Calendars that parents take absences from, and the nights found there. Nothing else of an event is stored. */
export const absenceSources: Migration = {
  async up(db: Kysely<unknown>) {
    await sources.execute(db)
    await nights.execute(db)
  },
}

const sources = sql`
  create table absence_sources (
    id uuid primary key,
    parent text not null references parents,
    kind text not null check (kind in ('calendar', 'address')),
    calendar_id text,
    -- Sealed with SECRET_KEYS: such an address is a secret.
    address text,
    -- Of the calendar, or the host of the address; never of an event.
    name text not null,
    etag text,
    -- What was read at that etag: the nights, and the zone that they are counted in.
    read_window text,
    added_at timestamptz not null,
    read_at timestamptz,
    checked_at timestamptz not null,
    outcome text not null,
    constraint a_source_has_one_place check (
      (kind = 'calendar') = (calendar_id is not null) and (kind = 'address') = (address is not null))
  )`

const nights = sql`
  create table source_absences (
    source uuid not null references absence_sources on delete cascade,
    first_night date not null,
    last_night date not null check (last_night >= first_night),
    primary key (source, first_night)
  )`
