import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const calendar: Migration = {
  async up(db) {
    await sql`
      create table calendar_settings (
        id smallint primary key default 1 check (id = 1),
        calendar_id text not null check (calendar_id <> ''),
        calendar_name text not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)

    await sql`
      create table calendar_events (
        calendar_id text not null,
        night date not null,
        generation integer not null check (generation >= 0),
        event_id text not null,
        etag text,
        pushed_hash text,
        state text not null check (state in ('present', 'removed')),
        updated_at timestamptz not null default now(),
        primary key (calendar_id, night),
        unique (calendar_id, event_id)
      )`.execute(db)

    await sql`
      create table notification_channels (
        id bigint generated always as identity primary key,
        channel_id text not null unique,
        resource_id text not null,
        token_hash text not null,
        address text not null,
        expiration timestamptz not null,
        state text not null check (state in ('live', 'retired', 'stopped')),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)
  },
}
