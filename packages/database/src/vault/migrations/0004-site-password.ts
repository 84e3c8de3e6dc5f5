import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The password that readers of a site need; null where anybody may read it. */
export const sitePassword: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table vault.sites add column password_hash text`.execute(db)
  },
}
