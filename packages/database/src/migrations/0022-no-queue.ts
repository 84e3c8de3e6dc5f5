import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Removes the tables of BullMQ, which carried wake-ups where there was no Redis. */
export const noQueue: Migration = {
  async up(db: Kysely<unknown>) {
    await dropQueue.execute(db)
  },
}

// The version before can do without: it logs `wake-up lost`, and its sweep finds the work. Another application's
// schema of this name stays.
const dropQueue = sql`
  do $$ begin
    if to_regclass('queue.job') is not null and to_regclass('queue.dedup_next') is not null
      and exists (select from pg_namespace
        where nspname = 'queue' and pg_has_role(nspowner, 'usage'))
    then drop schema queue cascade;
    end if;
  end $$`
