import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The tables of the vault host, in the schema `vault`, which the migrator creates first. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    await accounts.execute(db)
    await content.execute(db)
  },
}

// Addresses have A to Z in lower case; no other letter is folded (`foldEmail` of packages/service).
const accounts = sql`
  create table vault.accounts (
    id text primary key,
    email text not null unique check (email = lower(email collate "C")),
    name text not null,
    password_hash text not null,
    totp_secret text,
    totp_step bigint,
    created_at timestamptz not null
  );
  create table vault.tokens (
    token_hash text primary key,
    account_id text not null references vault.accounts on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null
  );
  create index tokens_by_account on vault.tokens (account_id);
  create table vault.sign_in_attempts (
    email_hash text primary key,
    failures integer not null check (failures >= 0),
    last_at timestamptz not null
  );
  -- The networks that an account has signed in from.
  create table vault.sign_in_addresses (
    account_id text not null references vault.accounts on delete cascade,
    address_hash text not null,
    last_at timestamptz not null,
    primary key (account_id, address_hash)
  );
  create table vault.vaults (
    id text primary key,
    account_id text not null references vault.accounts on delete cascade,
    name text not null check (name <> ''),
    key_hash text not null check (key_hash <> ''),
    salt text not null check (salt <> ''),
    sealed_password text,
    region text not null,
    encryption_version smallint not null check (encryption_version in (0, 2, 3)),
    created_at timestamptz not null
  );
  create index vaults_by_account on vault.vaults (account_id)`

const content = sql`
  create table vault.sites (
    id text primary key,
    account_id text not null references vault.accounts on delete cascade,
    slug text unique,
    options jsonb not null default '{}',
    -- The password that readers need; null for a public site.
    password_hash text,
    -- Counts the changes of files, so that rendered pages are cached until the next one.
    revision bigint not null default 0,
    created_at timestamptz not null
  );
  create index sites_by_account on vault.sites (account_id);
  create table vault.files (
    site_id text not null references vault.sites on delete cascade,
    path text collate "C" not null check (path <> ''),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    size bigint not null check (size >= 0),
    created_at timestamptz not null,
    modified_at timestamptz not null,
    primary key (site_id, path)
  );
  create index files_by_hash on vault.files (hash);
  create index files_by_composed_path on vault.files (site_id, normalize(path, NFC))`
