import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The household's tables. Constraints are named by what they require. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [family, plan, history, people, calendar, jobs, publication])
      await statement.execute(db)
  },
}

const family = sql`
  create table parents (
    id text primary key check (id in ('a', 'b')),
    name text not null check (length(name) between 1 and 80 and name = btrim(name)),
    unavailable_weekdays smallint[] not null default '{}' check (
      unavailable_weekdays <@ '{1,2,3,4,5,6,7}' and array_position(unavailable_weekdays, null) is null)
  );
  create table absences (
    id bigint generated always as identity primary key,
    parent text not null references parents,
    first_night date not null,
    last_night date not null check (last_night >= first_night)
  );
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
    statistics_order text not null default 'newest' check (statistics_order in ('newest', 'oldest')),
    publish boolean not null default false,
    publish_names text not null default 'names' check (publish_names in ('names', 'initials')),
    count_from date,
    installation uuid not null default gen_random_uuid(),
    last_planned_on date
  )`

// A past babysitter's night may be unlocked, and keeps its babysitter.
const plan = sql`
  create table assignments (
    id bigint generated always as identity primary key,
    night date not null unique,
    caregiver_type text not null check (caregiver_type in ('parent', 'babysitter')),
    parent text check (parent in ('a', 'b')),
    babysitter_name text check (length(babysitter_name) between 1 and 80),
    reason text check (reason in ('Unavailability', 'Total Count', 'Recent Count', 'Consecutive Limit',
      'Alternating', 'Override')),
    override boolean not null default false,
    explanation json,
    decided_on date not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    revision bigint not null default 1,
    constraint babysitter_has_a_name check (case caregiver_type
      when 'babysitter' then babysitter_name is not null and parent is null
      else babysitter_name is null end),
    constraint babysitter_is_an_override check (caregiver_type = 'parent' or reason = 'Override'),
    constraint override_has_a_caregiver
      check (not override or parent is not null or caregiver_type = 'babysitter'),
    constraint caregiver_has_a_reason
      check ((reason is null) = (caregiver_type = 'parent' and parent is null))
  )`

const history = sql`
  create table history (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('person', 'calendar', 'schedule')),
    actor text,
    action text not null check (action <> ''),
    night date,
    before jsonb,
    after jsonb,
    change uuid,
    undoes uuid,
    constraint undo_is_a_change_of_its_own
      check (undoes is null or (change is not null and undoes <> change))
  );
  create index history_by_night on history (night, id);
  create index history_by_change on history (change, id) where change is not null;
  create index history_by_undone_change on history (undoes) where undoes is not null;
  create function refuse_to_rewrite_history() returns trigger language plpgsql as
    $$ begin raise exception 'history is append-only'; end $$;
  create trigger history_is_append_only before update or delete on history
    for each statement execute function refuse_to_rewrite_history();
  create table notices (
    id bigint generated always as identity primary key,
    kind text not null check (kind <> ''),
    night date,
    data jsonb,
    created_at timestamptz not null,
    dismissed_at timestamptz,
    -- Dismissed, and not shown again until its cause is gone.
    muted boolean not null default false,
    constraint muted_notice_is_dismissed check (not muted or dismissed_at is not null)
  );
  create unique index one_open_notice_per_kind_and_night on notices (kind, night)
    nulls not distinct where dismissed_at is null`

const people = sql`
  create table accounts (
    email text primary key,
    subject text not null unique,
    created_at timestamptz not null default now()
  );
  create table sessions (
    id bigint generated always as identity unique,
    token_hash text primary key,
    email text not null,
    subject text not null,
    device text check (length(device) between 1 and 80),
    created_at timestamptz not null,
    last_seen_at timestamptz not null
  );
  create index sessions_by_email on sessions (email);
  create table share_links (
    id bigint generated always as identity primary key,
    token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
    created_by text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    revoked_at timestamptz
  );
  create table oauth_token (
    id smallint primary key default 1 check (id = 1),
    access_token text not null,
    refresh_token text,
    refresh_token_ends_at timestamptz,
    token_type text not null,
    expiry timestamptz not null,
    scope text[] not null,
    account_email text not null,
    account_subject text not null,
    broken_at timestamptz,
    broken_reason text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint broken_token_has_a_reason check ((broken_at is null) = (broken_reason is null))
  )`

const calendar = sql`
  create table calendar_settings (
    id smallint primary key default 1 check (id = 1),
    calendar_id text not null check (calendar_id <> ''),
    calendar_name text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create table calendar_sync (
    calendar_id text primary key check (calendar_id <> ''),
    sync_token text,
    shape_version integer not null default 0,
    last_pull_at timestamptz,
    last_full_at timestamptz,
    last_notified_at timestamptz
  );
  create table calendar_events (
    calendar_id text not null,
    night date not null,
    generation integer not null check (generation >= 0),
    event_id text not null,
    etag text,
    pushed_hash text,
    judged_meaning text,
    -- What a person added to the event, so that the next write keeps it.
    note text,
    state text not null check (state in ('present', 'adopted', 'rejected', 'deleted', 'removed')),
    updated_at timestamptz not null default now(),
    primary key (calendar_id, night),
    unique (calendar_id, event_id)
  );
  -- Open pages ask every second when an event was last written; ten years have 3,650 events.
  create index calendar_events_by_update on calendar_events (updated_at);
  create table notification_channels (
    id bigint generated always as identity primary key,
    channel_id text not null unique,
    calendar_id text not null check (calendar_id <> ''),
    resource_id text,
    token_hash text not null,
    address text not null,
    expiration timestamptz,
    state text not null check (state in ('pending', 'live', 'retired', 'stopped')),
    retired_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint confirmed_channel_is_complete
      check (state in ('pending', 'stopped') or (resource_id is not null and expiration is not null)),
    constraint retired_channel_has_a_date check (state <> 'retired' or retired_at is not null)
  );
  create index notification_channels_by_calendar on notification_channels (calendar_id)
    where state <> 'stopped';
  create table disconnect_request (
    id smallint primary key default 1 check (id = 1),
    requested_at timestamptz not null,
    calendar_name text,
    cleared_at timestamptz,
    events_left integer check (events_left >= 0),
    constraint cleared_calendar_has_a_count check ((cleared_at is null) = (events_left is null))
  )`

const jobs = sql`
  create table job_requests (
    kind text primary key check (kind <> ''),
    request_number bigint not null default 0,
    done_number bigint not null default 0,
    requested_at timestamptz not null default now(),
    claim uuid,
    claimed_at timestamptz,
    claimed_until timestamptz,
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    wait_required boolean not null default false,
    last_error jsonb,
    done_at timestamptz,
    constraint done_is_requested check (done_number <= request_number),
    constraint claim_has_an_end check ((claim is null) = (claimed_until is null))
  );
  -- After a restore the calendar knows more than the database, until it has been read.
  create table restoration (
    id smallint primary key default 1 check (id = 1),
    taken_at timestamptz not null,
    restored_at timestamptz not null,
    learned_at timestamptz
  )`

const publication = sql`
  create table publication (
    id smallint primary key default 1 check (id = 1),
    site_id text,
    site_host text,
    site_slug text,
    slug text,
    address text,
    may_create_site boolean not null default true,
    previous_sites jsonb,
    password text,
    password_at_host boolean not null default false,
    removal_requested_at timestamptz,
    published_on date,
    published_at timestamptz,
    constraint site_has_a_host check ((site_id is null) = (site_host is null))
  );
  insert into publication default values;
  -- What we put on the site, or were about to. Nothing else there is ever removed.
  create table published_files (
    path text not null,
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    primary key (path, hash)
  )`
