import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  readParents,
  readSettingsRow,
  saveSettingsRow,
  type HistoryFacts,
  type Parent,
  type ParentId,
  type SettingsRow,
} from '@night-routine/database/nights'
import { chosenSettings, eachSetting, type ChosenSettings } from './table.ts'

/** Every setting, read live, per job and per request. */
export interface Settings extends ChosenSettings {
  /** UUID of this installation, made once. */
  installation: string
  /** The day of the last plan, in the household's zone. */
  lastPlannedOn: Temporal.PlainDate | null
}

/** The settings of the settings page, without absences. */
export interface HouseholdSettings extends ChosenSettings {
  parents: Record<ParentId, Omit<Parent, 'id'>>
}

/** The settings of a row. */
export function settingsOf({ values, installation, lastPlannedOn }: SettingsRow): Settings {
  const chosen = chosenSettings((setting, name) => setting.fromStored(values[name]))
  return { ...chosen, installation, lastPlannedOn }
}

/** @throws Error when the household has not been seeded yet */
export async function readSettings(q: Queryable): Promise<Settings> {
  return settingsOf(await readSettingsRow(q))
}

/** Writes every setting. Call it under the household lock. */
export async function saveSettings(trx: Transaction, settings: ChosenSettings) {
  await saveSettingsRow(trx, storedSettings(settings))
}

/** The settings as the database and the history keep them. */
function storedSettings(settings: ChosenSettings) {
  return eachSetting((setting, name) => setting.toStored(settings[name]))
}

/** Reads the settings that the settings page shows. */
export async function readHouseholdSettings(q: Queryable): Promise<HouseholdSettings> {
  const { installation: _installation, lastPlannedOn: _day, ...settings } = await readSettings(q)
  const { a, b } = await readParents(q)
  return { ...settings, parents: { a: person(a), b: person(b) } }
}

function person({ id: _id, ...others }: Parent): Omit<Parent, 'id'> {
  return others
}

/** Settings for the history: one value per field, with the field names that faults use. */
export function settingsFacts({ parents: { a, b }, ...settings }: HouseholdSettings) {
  return {
    'parents.a.name': a.name,
    'parents.a.unavailableWeekdays': a.unavailableWeekdays,
    'parents.a.ratherNotWeekdays': a.ratherNotWeekdays,
    'parents.b.name': b.name,
    'parents.b.unavailableWeekdays': b.unavailableWeekdays,
    'parents.b.ratherNotWeekdays': b.ratherNotWeekdays,
    ...storedSettings(settings),
  }
}

/** The settings with other values for those that `facts` has, as `settingsFacts` wrote them. */
export function settingsWith(current: HouseholdSettings, facts: HistoryFacts): HouseholdSettings {
  const { a, b } = current.parents
  const chosen = chosenSettings((setting, name) =>
    name in facts ? setting.fromStored(facts[name]) : current[name],
  )
  return { ...chosen, parents: { a: personWith('a', a, facts), b: personWith('b', b, facts) } }
}

function personWith(
  id: ParentId,
  { name, unavailableWeekdays, ratherNotWeekdays }: Omit<Parent, 'id'>,
  facts: HistoryFacts,
): Omit<Parent, 'id'> {
  const earlierName = facts[`parents.${id}.name`]
  const unavailable = facts[`parents.${id}.unavailableWeekdays`]
  const ratherNot = facts[`parents.${id}.ratherNotWeekdays`]
  return {
    name: typeof earlierName === 'string' || earlierName === null ? earlierName : name,
    unavailableWeekdays: Array.isArray(unavailable) ? unavailable.map(Number) : unavailableWeekdays,
    ratherNotWeekdays: Array.isArray(ratherNot) ? ratherNot.map(Number) : ratherNotWeekdays,
  }
}
