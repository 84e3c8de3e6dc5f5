import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The accounts of an installation whose people sign in at its own identity provider. */
export const identities: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [tables, signIn, states]) await statement.execute(db)
  },
}

// Addresses have A to Z in lower case; no other letter is folded (`foldEmail` of packages/service).
const tables = sql`
  create table identities (
    -- The subject of its id tokens: never used again, also after a restore.
    id uuid primary key,
    email text not null unique check (email = lower(email collate "C") and email <> ''),
    -- Null: no password, only passkeys or a link.
    password_hash text,
    -- Sealed with SECRET_KEYS; null without a second factor.
    totp_secret text,
    -- The last time step whose code was used.
    totp_step bigint,
    -- Counts what ends the links to a new password: that password, and any other one.
    version integer not null default 1 check (version > 0),
    -- The invitation that made it.
    invitation_id bigint references invitations on delete set null,
    -- When the person said that they want no passkey.
    no_passkey_at timestamptz,
    created_at timestamptz not null
  );
  create index identities_by_invitation on identities (invitation_id)
    where invitation_id is not null;
  create table passkeys (
    -- The id of the credential, in base64url.
    id text primary key check (id <> ''),
    identity_id uuid not null references identities on delete cascade,
    public_key bytea not null,
    -- How often it was used, where the device counts; never less than before.
    counter bigint not null check (counter >= 0),
    transports text[] not null default '{}',
    name text not null check (length(name) between 1 and 80),
    created_at timestamptz not null,
    last_used_at timestamptz
  );
  create index passkeys_by_identity on passkeys (identity_id);
  create table recovery_codes (
    identity_id uuid not null references identities on delete cascade,
    code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
    primary key (identity_id, code_hash)
  )`

// The same columns as in the schema of the vault, whose sign-in has the same limits.
const signIn = sql`
  create table sign_in_attempts (
    email_hash text primary key,
    failures integer not null check (failures >= 0),
    last_at timestamptz not null
  );
  -- The networks that a person has signed in from.
  create table sign_in_addresses (
    account_id uuid not null references identities on delete cascade,
    address_hash text not null,
    last_at timestamptz not null,
    primary key (account_id, address_hash)
  )`

// What the provider keeps of a sign-in for some minutes.
const states = sql`
  create table identity_states (
    kind text not null check (kind <> ''),
    id text not null check (id <> ''),
    data jsonb not null,
    uid text,
    grant_id text,
    identity_id text,
    consumed_at timestamptz,
    expires_at timestamptz not null,
    primary key (kind, id)
  );
  create index identity_states_by_end on identity_states (expires_at);
  create index identity_states_by_uid on identity_states (uid) where uid is not null;
  create index identity_states_by_grant on identity_states (grant_id) where grant_id is not null;
  create index identity_states_by_identity on identity_states (identity_id)
    where identity_id is not null`
