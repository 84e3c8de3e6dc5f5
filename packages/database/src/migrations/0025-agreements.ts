import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Agreements that replace the first one from a date on, and nights that count less than their weekday. */
export const agreements: Migration = {
  async up(db: Kysely<unknown>) {
    await later.execute(db)
    await weights.execute(db)
  },
}

// By date: from, share, weekdayWeights, turns. The first agreement stays in share and weekday_weights, so that no
// balance changes.
const later = sql`
  alter table settings add column agreements jsonb[] not null default '{}'
    check (array_position(agreements, null) is null)`

// night_weights_weight_check holds: the version before writes the weights that it already had.
const weights = sql`
  alter table night_weights drop constraint night_weights_weight_check,
    add constraint night_weights_weight_check check (weight in (1, 1.5, 2, 2.5, 3))`
