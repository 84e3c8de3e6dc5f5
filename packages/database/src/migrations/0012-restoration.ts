import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** After a restore the calendar knows more than the database, until it has been read. */
export const restoration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table restoration (
        id smallint primary key default 1 check (id = 1),
        taken_at timestamptz not null,
        restored_at timestamptz not null,
        learned_at timestamptz
      )`.execute(db)
  },
}
