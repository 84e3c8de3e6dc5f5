import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const livingCalendar: Migration = {
  async up(db) {
    await sql`
      alter table history
        add column change uuid,
        add column undoes uuid,
        add constraint only_a_change_takes_another_back
          check (undoes is null or (change is not null and undoes <> change))`.execute(db)
    await sql`
      create index history_by_change on history (change, id) where change is not null`.execute(db)
    await sql`
      create index history_by_undone_change on history (undoes) where undoes is not null`.execute(
      db,
    )

    // A babysitter's night that has passed may be unlocked, and stays as it was done.
    await sql`
      alter table assignments
        drop constraint only_a_person_chooses_a_babysitter,
        add constraint only_a_person_chooses_a_babysitter
          check (caregiver_type = 'parent' or reason = 'Override')`.execute(db)

    await sql`
      create table notices (
        id bigint generated always as identity primary key,
        kind text not null check (kind <> ''),
        night date,
        data jsonb,
        created_at timestamptz not null,
        dismissed_at timestamptz
      )`.execute(db)
    await sql`
      create unique index one_open_notice_per_kind_and_night on notices (kind, night)
        nulls not distinct where dismissed_at is null`.execute(db)

    await sql`
      create table calendar_sync (
        calendar_id text primary key check (calendar_id <> ''),
        sync_token text,
        shape_version integer not null default 0,
        last_pull_at timestamptz,
        last_full_at timestamptz,
        last_notified_at timestamptz
      )`.execute(db)

    await sql`
      alter table notification_channels
        add column calendar_id text not null check (calendar_id <> ''),
        add column retired_at timestamptz,
        alter column resource_id drop not null,
        alter column expiration drop not null,
        drop constraint notification_channels_state_check,
        add constraint notification_channels_state_check
          check (state in ('pending', 'live', 'retired', 'stopped')),
        add constraint what_the_provider_confirmed_is_known
          check (state in ('pending', 'stopped')
            or (resource_id is not null and expiration is not null)),
        add constraint a_retired_channel_says_since_when
          check (state <> 'retired' or retired_at is not null)`.execute(db)
    await sql`
      create index notification_channels_by_calendar on notification_channels (calendar_id)
        where state <> 'stopped'`.execute(db)
  },
}
