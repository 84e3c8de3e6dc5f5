import type { Database, Queryable, Transaction } from './connect.ts'
import type { ParentId } from '@night-routine/fairness'
import { transaction } from './transaction.ts'

/** What a household changes on the settings page; read live, per job and per request. */
export interface Settings {
  /** How many nights ahead are planned, 1 to 365. */
  lookAheadDays: number
  /** How many days back a night may still be changed, 0 to 30. */
  pastLimitDays: number
  updateFrequency: 'daily' | 'weekly' | 'monthly' | 'disabled'
  /** IANA name. */
  timeZone: string
  /** The hour, 0 to 23, at which tonight becomes last night. */
  dayTurnsAtHour: number
  /** ISO weekday, 1 (Monday) to 7. */
  weekStart: number
  language: string
  statisticsOrder: 'newest' | 'oldest'
  publish: boolean
  publishNames: 'names' | 'initials'
  /** The first night that counts; null: the first on record. */
  countFrom: Temporal.PlainDate | null
  /** UUID of this installation, made once. */
  installation: string
  /** The day of the last plan, in the household's zone. */
  lastPlannedOn: Temporal.PlainDate | null
}

/** First values of a household; what is left out takes the default of the schema. */
export interface FirstValues extends Partial<
  Omit<Settings, 'timeZone' | 'lookAheadDays' | 'countFrom' | 'installation' | 'lastPlannedOn'>
> {
  /** Display name of each parent. */
  parentA: string
  parentB: string
  timeZone: string
  lookAheadDays: number
  /** ISO weekdays on which a parent is never there. */
  unavailableWeekdays?: Partial<Record<ParentId, number[]>>
}

/** Every setting, for a statement that has the table `settings`. */
export const settingsColumns = [
  'settings.look_ahead_days as lookAheadDays',
  'settings.past_limit_days as pastLimitDays',
  'settings.update_frequency as updateFrequency',
  'settings.time_zone as timeZone',
  'settings.day_turns_at_hour as dayTurnsAtHour',
  'settings.week_start as weekStart',
  'settings.language',
  'settings.statistics_order as statisticsOrder',
  'settings.publish',
  'settings.publish_names as publishNames',
  'settings.count_from as countFrom',
  'settings.installation',
  'settings.last_planned_on as lastPlannedOn',
] as const

/** @throws Error when the household has not been seeded yet */
export async function readSettings(q: Queryable): Promise<Settings> {
  return q
    .selectFrom('settings')
    .select(settingsColumns)
    .executeTakeFirstOrThrow(() => new Error('The household has no settings yet: seed it first'))
}

/** Writes every setting. Call it under the household lock. */
export async function saveSettings(
  trx: Transaction,
  settings: Omit<Settings, 'installation' | 'lastPlannedOn'>,
): Promise<void> {
  await trx
    .updateTable('settings')
    .set({
      look_ahead_days: settings.lookAheadDays,
      past_limit_days: settings.pastLimitDays,
      update_frequency: settings.updateFrequency,
      time_zone: settings.timeZone,
      day_turns_at_hour: settings.dayTurnsAtHour,
      week_start: settings.weekStart,
      language: settings.language,
      statistics_order: settings.statisticsOrder,
      publish: settings.publish,
      publish_names: settings.publishNames,
      count_from: settings.countFrom,
    })
    .execute()
}

/** Remembers the day of the last plan, so that a restart does not forget how often to plan. */
export async function saveLastPlannedOn(q: Queryable, day: Temporal.PlainDate): Promise<void> {
  await q.updateTable('settings').set({ last_planned_on: day }).execute()
}

/** Writes the first values of parents and settings where there are none; changes nothing that is there. */
export async function seedHousehold(db: Database, first: FirstValues): Promise<void> {
  await transaction(db, async trx => {
    await trx
      .insertInto('parents')
      .values([
        { id: 'a', name: first.parentA, unavailable_weekdays: first.unavailableWeekdays?.a ?? [] },
        { id: 'b', name: first.parentB, unavailable_weekdays: first.unavailableWeekdays?.b ?? [] },
      ])
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
    await trx
      .insertInto('settings')
      .values({
        time_zone: first.timeZone,
        look_ahead_days: first.lookAheadDays,
        past_limit_days: first.pastLimitDays,
        update_frequency: first.updateFrequency,
        day_turns_at_hour: first.dayTurnsAtHour,
        week_start: first.weekStart,
        language: first.language,
        statistics_order: first.statisticsOrder,
        publish: first.publish,
        publish_names: first.publishNames,
      })
      .onConflict(conflict => conflict.column('id').doNothing())
      .execute()
  })
}
