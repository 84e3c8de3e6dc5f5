import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const people: Migration = {
  async up(db) {
    await sql`
      create table accounts (
        email text primary key,
        subject text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db)

    await sql`
      create table sign_ins (
        cookie_hash text primary key,
        state text not null,
        code_verifier text not null,
        nonce text not null,
        intent text not null check (intent in ('sign-in', 'reconnect')),
        created_at timestamptz not null
      )`.execute(db)

    await sql`
      create table sessions (
        token_hash text primary key,
        email text not null,
        subject text not null,
        created_at timestamptz not null,
        last_seen_at timestamptz not null
      )`.execute(db)
    await sql`create index sessions_by_email on sessions (email)`.execute(db)

    await sql`
      create table oauth_token (
        id smallint primary key default 1 check (id = 1),
        access_token text not null,
        refresh_token text,
        token_type text not null,
        expiry timestamptz not null,
        scope text[] not null,
        account_email text not null,
        account_subject text not null,
        broken_at timestamptz,
        broken_reason text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        constraint what_is_broken_has_a_reason check ((broken_at is null) = (broken_reason is null))
      )`.execute(db)
  },
}
