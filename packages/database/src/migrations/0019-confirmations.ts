import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What asks a signed-in person once more who they are, and tells them where else somebody signs in. */
export const confirmations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [waiting, notices, networks, codes, passkeys, sessions, history])
      await statement.execute(db)
  },
}

// A session has one at most, and a stranger none.
const waiting = sql`
  create table confirmations (
    session text primary key references sessions on delete cascade,
    id uuid not null,
    -- The request that waits, sealed with SECRET_KEYS: its name, address and form.
    request text not null,
    ends_at timestamptz not null,
    -- When the person came back from their identity provider.
    confirmed_at timestamptz
  )`

// What each person is shown of the history until they have seen it. A person who was removed gets one last mail.
const notices = sql`
  create table account_notices (
    email text not null references accounts on update cascade on delete cascade,
    entry bigint not null references history,
    primary key (email, entry)
  );
  update notices set dismissed_at = coalesce(dismissed_at, now()) where kind = 'password-recovered';
  alter table notification_deliveries drop constraint notification_deliveries_email_fkey`

// In place of sign_in_addresses, which the version before still uses, and which knows accounts of our own only.
const networks = sql`
  create table account_networks (
    email text not null references accounts on update cascade on delete cascade,
    network_hash text not null,
    last_at timestamptz not null,
    primary key (email, network_hash)
  );
  insert into account_networks (email, network_hash, last_at)
    select identities.email, address_hash, last_at from sign_in_addresses
      join identities on identities.id = account_id
      join accounts on accounts.email = identities.email`

// The set-up code that the command of an operator prints, for an hour.
const codes = sql`
  create table set_up_codes (
    code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
    ends_at timestamptz not null
  )`

// The last challenges that it has signed: each counts once.
const passkeys = sql`alter table passkeys add column last_challenges text[] not null default '{}'`

// Whether its cookie has the prefix of https; those of the version before get it at their next request.
const sessions = sql`alter table sessions add column is_prefixed boolean not null default false`

// Only the owner of the tables may erase a person, and says so.
const history = sql`
  create or replace function refuse_to_rewrite_history() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and current_setting('night_routine.erases', true) = 'yes' then
      return null;
    end if;
    raise exception 'history is append-only';
  end $$`
