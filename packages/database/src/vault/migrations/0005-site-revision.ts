import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How often the files of a site have changed, so that its pages can be cached until they change again. */
export const siteRevision: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table vault.sites add column revision bigint not null default 0`.execute(db)
  },
}
