import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const household: Migration = {
  async up(db) {
    await sql`
      create table parents (
        id text primary key check (id in ('a', 'b')),
        name text not null check (length(name) between 1 and 80 and name = btrim(name)),
        weekdays_away smallint[] not null default '{}'
          check (weekdays_away <@ '{1,2,3,4,5,6,7}' and array_position(weekdays_away, null) is null)
      )`.execute(db)

    await sql`
      create table away_ranges (
        id bigint generated always as identity primary key,
        parent text not null references parents,
        first_night date not null,
        last_night date not null check (last_night >= first_night)
      )`.execute(db)

    await sql`
      create table settings (
        id smallint primary key default 1 check (id = 1),
        look_ahead_days smallint not null default 30 check (look_ahead_days between 1 and 365),
        past_limit_days smallint not null default 5 check (past_limit_days between 0 and 30),
        update_frequency text not null default 'daily'
          check (update_frequency in ('daily', 'weekly', 'monthly', 'disabled')),
        time_zone text not null check (time_zone <> ''),
        day_turns_at_hour smallint not null default 4 check (day_turns_at_hour between 0 and 23),
        week_start smallint not null default 1 check (week_start between 1 and 7),
        language text not null default 'en' check (language <> ''),
        statistics_order text not null default 'newest'
          check (statistics_order in ('newest', 'oldest')),
        publish boolean not null default false,
        publish_names text not null default 'names' check (publish_names in ('names', 'initials')),
        count_from date,
        installation uuid not null default gen_random_uuid(),
        last_planned_on date
      )`.execute(db)

    await sql`
      create table assignments (
        id bigint generated always as identity primary key,
        night date not null unique,
        caregiver_type text not null check (caregiver_type in ('parent', 'babysitter')),
        parent text check (parent in ('a', 'b')),
        babysitter_name text check (length(babysitter_name) between 1 and 80),
        reason text check (reason in ('Unavailability', 'Total Count', 'Recent Count',
          'Consecutive Limit', 'Alternating', 'Override')),
        override boolean not null default false,
        explanation json,
        decided_on date not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        revision bigint not null default 1,
        constraint babysitter_is_named_and_no_parent check (case caregiver_type
          when 'babysitter' then babysitter_name is not null and parent is null
          else babysitter_name is null end),
        constraint only_a_person_chooses_a_babysitter
          check (caregiver_type = 'parent' or override),
        constraint nobody_fixes_an_open_night
          check (not override or parent is not null or caregiver_type = 'babysitter'),
        constraint somebody_has_a_reason
          check ((reason is null) = (caregiver_type = 'parent' and parent is null))
      )`.execute(db)

    await sql`
      create table history (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        actor_kind text not null check (actor_kind in ('person', 'calendar', 'schedule')),
        actor text,
        action text not null check (action <> ''),
        night date,
        before jsonb,
        after jsonb
      )`.execute(db)
    await sql`create index history_by_night on history (night, id)`.execute(db)
    await sql`
      create function refuse_to_rewrite_history() returns trigger language plpgsql as
      $$ begin raise exception 'history is only ever added to'; end $$`.execute(db)
    await sql`
      create trigger history_is_append_only before update or delete on history
      for each statement execute function refuse_to_rewrite_history()`.execute(db)
  },
}
