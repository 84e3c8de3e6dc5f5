import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Settings that a person entered in the browser, for services/home. */
export const installationSettings: Migration = {
  async up(db: Kysely<unknown>) {
    await table.execute(db)
  },
}

// Only the owner of the tables reads it, so no service can: it holds passwords.
const table = sql`
  create table installation_settings (
    name text primary key check (name ~ '^[A-Z][A-Z0-9_]*$'),
    -- Sealed with SECRET_KEYS.
    value text not null,
    changed_at timestamptz not null
  )`
