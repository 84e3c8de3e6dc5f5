import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Invitations of people by link, and who came in by one. */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [accounts, links]) await statement.execute(db)
  },
}

const accounts = sql`
  -- The name at the identity provider, if it gave one.
  alter table accounts add column name text check (name <> '');
  -- When the person accepted an invitation; null: let in by ALLOWED_EMAILS alone.
  alter table accounts add column invited_at timestamptz`

const links = sql`
  create table invitations (
    id bigint generated always as identity primary key,
    -- Of the link, which is never stored.
    token_hash text not null unique,
    -- Which parent the person will be.
    parent text not null check (parent in ('a', 'b')),
    created_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    accepted_at timestamptz,
    accepted_by text,
    constraint expires_later check (expires_at > created_at),
    constraint accepted_by_someone check ((accepted_at is null) = (accepted_by is null)),
    constraint accepted_or_revoked check (accepted_at is null or revoked_at is null)
  )`
