import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const feedTokens: Migration = {
  async up(db) {
    await sql`
      create table feed_tokens (
        id bigint generated always as identity primary key,
        token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
        created_by text not null,
        created_at timestamptz not null,
        last_used_at timestamptz,
        revoked_at timestamptz
      )`.execute(db)
  },
}
