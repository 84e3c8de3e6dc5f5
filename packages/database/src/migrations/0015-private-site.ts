import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An address of the published site that a person asked for. */
export const privateSite: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table publication add column slug text`.execute(db)
  },
}
