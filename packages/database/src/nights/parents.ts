import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import { parentIds, type ParentId } from '@night-routine/fairness'

/** A parent: the name, and ISO weekdays, 1 (Monday) to 7. */
export interface Parent {
  id: ParentId
  /** Null until somebody chooses it. */
  name: string | null
  unavailableWeekdays: number[]
  /** Where the parent would rather not do bedtime; on an unavailable weekday it changes nothing. */
  ratherNotWeekdays: number[]
}

/** @throws Error when the household has not been seeded yet */
export async function readParents(q: Queryable): Promise<Record<ParentId, Parent>> {
  const rows = await q
    .selectFrom('parents')
    .select(['id', 'name', 'unavailable_weekdays as unavailableWeekdays'])
    .select('rather_not_weekdays as ratherNotWeekdays')
    .execute()
  const a = rows.find(({ id }) => id === 'a')
  const b = rows.find(({ id }) => id === 'b')
  if (!a || !b) throw new Error('The household has no parents yet: seed it first')
  return { a, b }
}

/** Renames parents and changes their weekdays. Call it under the household lock. */
export async function saveParents(trx: Transaction, parents: Record<ParentId, Omit<Parent, 'id'>>) {
  for (const id of parentIds) {
    const { name, unavailableWeekdays, ratherNotWeekdays } = parents[id]
    await trx
      .updateTable('parents')
      .set({
        name,
        unavailable_weekdays: unavailableWeekdays,
        rather_not_weekdays: ratherNotWeekdays,
      })
      .where('id', '=', id)
      .execute()
  }
}

/** A name that a parent had before. */
export interface EarlierName {
  parent: ParentId
  name: string
}

/** The names that parents had before, as the history tells, the latest first. */
export async function readEarlierNames(q: Queryable): Promise<EarlierName[]> {
  const { rows } = await sql<EarlierName>`
    select parent, before ->> ('parents.' || parent || '.name') as name
    from history cross join (values ('a'), ('b')) as parents (parent)
    where action in ('settings-changed', 'change-undone', 'settings-undone')
      and before ->> ('parents.' || parent || '.name') is not null
    order by id desc`.execute(q)
  return rows
}
