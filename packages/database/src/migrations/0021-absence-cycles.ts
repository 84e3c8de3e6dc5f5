import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Absences that repeat by a cycle of days, as a roster does, in place of weekdays. */
export const absenceCycles: Migration = {
  async up(db: Kysely<unknown>) {
    await cycles.execute(db)
  },
}

// Nights away, at home, away, and so on, from the first night on; eight weeks at most.
// repeating_absences_weekdays_check holds: the version before writes weekdays, and no cycle.
const cycles = sql`
  alter table repeating_absences
    add column cycle smallint[] check (
      cardinality(cycle) between 2 and 56 and cardinality(cycle) % 2 = 0
      and 0 < all(cycle) and array_position(cycle, null) is null),
    drop constraint repeating_absences_weekdays_check,
    add constraint repeating_absences_weekdays_check check (
      (weekdays <> '{}') = (cycle is null)
      and weekdays <@ '{1,2,3,4,5,6,7}' and array_position(weekdays, null) is null)`
