import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Personal access tokens, with which programs call the API. */
export const accessTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await table.execute(db)
  },
}

// A token is revoked by deleting its row; removing a person removes theirs.
const table = sql`
  create table access_tokens (
    id bigint generated always as identity primary key,
    token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
    email text not null references accounts on update cascade on delete cascade,
    name text not null check (length(name) between 1 and 80),
    scope text not null check (scope in ('read', 'write')),
    created_at timestamptz not null,
    last_used_at timestamptz
  );
  create index access_tokens_by_email on access_tokens (email)`
