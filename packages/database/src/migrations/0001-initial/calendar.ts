// The part of the initial migration that has to do with the calendar, the jobs and the published site.
import { sql } from 'kysely'

export const calendar = sql`
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

export const jobs = sql`
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

export const publication = sql`
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
