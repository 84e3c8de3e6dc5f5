import { civilDate } from './civil-date.ts'
import type { Queryable } from './connect.ts'
import type { ParentId } from './night.ts'

/** Nights on which a parent is away, both ends included. */
export interface AwayRange {
  parent: ParentId
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** Every range on record, the earliest first. */
export async function readAwayRanges(q: Queryable): Promise<AwayRange[]> {
  const rows = await q
    .selectFrom('away_ranges')
    .select(['parent', 'first_night', 'last_night'])
    .orderBy('first_night')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    parent: row.parent,
    from: civilDate(row.first_night),
    to: civilDate(row.last_night),
  }))
}
