import type { Queryable } from './connect.ts'
import type { ParentId } from './night.ts'

/** A parent as shown: the name, and the ISO weekdays (1 Monday to 7) without bedtime. */
export interface Parent {
  id: ParentId
  name: string
  weekdaysAway: number[]
}

/** @throws Error when the household has not been seeded yet */
export async function readParents(q: Queryable): Promise<Record<ParentId, Parent>> {
  const rows = await q
    .selectFrom('parents')
    .select(['id', 'name', 'weekdays_away as weekdaysAway'])
    .execute()
  const a = rows.find(({ id }) => id === 'a')
  const b = rows.find(({ id }) => id === 'b')
  if (!a || !b) throw new Error('The household has no parents yet: seed it first')
  return { a, b }
}
