import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The kinds of jobs are listed in the code alone, whose types check every request. */
export const jobKinds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table job_requests drop constraint job_requests_kind_check`.execute(db)
  },
}
