import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notifications for people: who wants which, where they go, and what was sent. */
export const notifications: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [people, deliveries, jobKind]) await statement.execute(db)
  },
}

const people = sql`
  -- Which parent this person is; null until they say so.
  alter table accounts add column parent text check (parent in ('a', 'b'));
  create table notification_settings (
    email text primary key references accounts on update cascade on delete cascade,
    -- In the household's zone; null: no reminder.
    reminder_at time,
    changes boolean not null default false,
    by_push boolean not null default false,
    by_email boolean not null default false,
    quiet_from time,
    quiet_to time,
    constraint quiet_hours_have_both_ends check ((quiet_from is null) = (quiet_to is null)),
    constraint quiet_hours_have_a_length check (quiet_from <> quiet_to)
  );
  create table push_keys (
    id smallint primary key default 1 check (id = 1),
    public_key text not null,
    -- Sealed with SECRET_KEYS.
    private_key text not null,
    created_at timestamptz not null default now()
  );
  create table push_subscriptions (
    id bigint generated always as identity primary key,
    email text not null references accounts on update cascade on delete cascade,
    endpoint text not null unique check (endpoint like 'https://%' and length(endpoint) <= 2048),
    p256dh text not null check (length(p256dh) <= 100),
    auth text not null check (length(auth) <= 40),
    created_at timestamptz not null
  );
  create index push_subscriptions_by_email on push_subscriptions (email)`

const deliveries = sql`
  create table notification_deliveries (
    id bigint generated always as identity primary key,
    email text not null references accounts on update cascade on delete cascade,
    kind text not null check (kind in ('reminder', 'changes')),
    -- The night of a reminder; the first and last history entry of changes.
    key text not null check (key <> ''),
    channel text not null check (channel in ('push', 'email')),
    -- Of the push subscription, which may be gone by now; 0 for e-mail.
    subscription bigint not null default 0,
    -- The last history entry that this person knew about.
    since_entry bigint,
    state text not null check (state in ('waiting', 'sending', 'sent', 'nothing-to-say', 'failed')),
    attempts integer not null default 0,
    error text,
    next_attempt_at timestamptz not null,
    claim uuid,
    claimed_until timestamptz,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint changes_have_a_start check ((kind = 'changes') = (since_entry is not null)),
    constraint one_delivery_per_message_and_device unique (email, kind, key, channel, subscription)
  );
  create index open_notification_deliveries on notification_deliveries (next_attempt_at)
    where state in ('waiting', 'sending');
  -- The last history entry for which deliveries were planned.
  create table notification_cursor (
    id smallint primary key default 1 check (id = 1),
    history_id bigint not null
  );
  insert into notification_cursor (history_id) select coalesce(max(id), 0) from history`

// job_requests_kind_check holds: the version before requests only kinds that are still in the list.
const jobKind = sql`
  alter table job_requests
    drop constraint job_requests_kind_check,
    add constraint job_requests_kind_check
      check (kind in ('pull', 'plan', 'push', 'channel', 'publish', 'notify'))`
