import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An address that a person asked for, and a password for the readers of the site. */
export const privateSite: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table publication
        add column slug text,
        add column password_hash text,
        add column has_password boolean not null default false`.execute(db)
  },
}
