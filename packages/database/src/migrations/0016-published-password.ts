import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The password that readers of the published site need, sealed, and whether the publish host may have one. */
export const publishedPassword: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table publication
      add column password text,
      add column password_at_host boolean not null default false`.execute(db)
  },
}
