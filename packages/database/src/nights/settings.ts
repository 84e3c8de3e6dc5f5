import { sql } from 'kysely'
import { parseDate } from '../connection/column-parsers.ts'
import type { Database, Queryable, Transaction } from '../connection/connect.ts'
import type { ParentId } from '@night-routine/fairness'
import { transaction } from '../connection/transaction.ts'

/** The row of settings. packages/household has the table of what parents choose, with types. */
export interface SettingsRow {
  /** Columns by name in camel case, as JSON has them: a date is YYYY-MM-DD. */
  values: Readonly<Record<string, unknown>>
  /** UUID of this installation, made once. */
  installation: string
  /** The day of the last plan, in the household's zone. */
  lastPlannedOn: Temporal.PlainDate | null
}

/** First values of a household. A missing setting takes the default of its column. */
export interface FirstValues {
  /** Display name of each parent; null until somebody chooses it. */
  parentA: string | null
  parentB: string | null
  /** ISO weekdays on which a parent is never there. */
  unavailableWeekdays?: Partial<Record<ParentId, number[]>>
  /** Null until somebody chooses it. */
  timeZone: string | null
  lookAheadDays: number
  /** Other settings, by name. */
  [setting: string]: unknown
}

interface SettingsJson {
  installation: string
  /** YYYY-MM-DD */
  last_planned_on: string | null
  [column: string]: unknown
}

/**
 * The whole row as one value. Unlike `select *`, a prepared statement that reads it stays valid when a migration
 * adds a setting.
 */
export const settingsJson = sql<SettingsJson>`to_jsonb(settings)`

/** The row of settings from `settingsJson`. */
export function settingsRowOf(json: SettingsJson): SettingsRow {
  const { installation, last_planned_on: lastPlannedOn } = json
  return {
    values: Object.fromEntries(
      Object.entries(json).map(([name, value]) => [camelCase(name), value]),
    ),
    installation,
    lastPlannedOn: lastPlannedOn === null ? null : parseDate(lastPlannedOn),
  }
}

/** @throws Error when the household has not been seeded yet */
export async function readSettingsRow(q: Queryable): Promise<SettingsRow> {
  const { settings } = await q
    .selectFrom('settings')
    .select(settingsJson.as('settings'))
    .executeTakeFirstOrThrow(() => new Error('The household has no settings yet: seed it first'))
  return settingsRowOf(settings)
}

/** Writes these settings, by name. Call it under the household lock. */
export async function saveSettingsRow(trx: Transaction, values: Readonly<Record<string, unknown>>) {
  const changes = Object.entries(values).map(([name, value]) => sql`${column(name)} = ${value}`)
  await sql`update settings set ${sql.join(changes)}`.execute(trx)
}

/** Remembers the day of the last plan, so that a restart does not forget how often to plan. */
export async function saveLastPlannedOn(q: Queryable, day: Temporal.PlainDate): Promise<void> {
  await q.updateTable('settings').set({ last_planned_on: day }).execute()
}

/** Writes the first values of parents and settings where there are none; changes nothing that is there. */
export async function seedHousehold(db: Database, first: FirstValues): Promise<void> {
  const { parentA, parentB, unavailableWeekdays, ...settings } = first
  await transaction(db, async trx => {
    await trx
      .insertInto('parents')
      .values([
        { id: 'a', name: parentA, unavailable_weekdays: unavailableWeekdays?.a ?? [] },
        { id: 'b', name: parentB, unavailable_weekdays: unavailableWeekdays?.b ?? [] },
      ])
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    const columns = sql.join(Object.keys(settings).map(column))
    const values = sql.join(Object.values(settings))
    await sql`insert into settings (${columns}) values (${values})
      on conflict (id) do nothing`.execute(trx)
  })
}

function column(name: string) {
  return sql.ref(name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
}

function camelCase(name: string) {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
