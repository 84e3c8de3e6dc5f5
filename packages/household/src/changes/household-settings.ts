import {
  readParents,
  readSettings,
  type Parent,
  type ParentId,
  type Queryable,
  type Settings,
} from '@night-routine/database'

/** The settings of the settings page, without absences. */
export interface HouseholdSettings extends Omit<Settings, 'installation' | 'lastPlannedOn'> {
  parents: Record<ParentId, Omit<Parent, 'id'>>
}

/** Reads the current settings. */
export async function readHouseholdSettings(q: Queryable): Promise<HouseholdSettings> {
  const { installation: _installation, lastPlannedOn: _day, ...settings } = await readSettings(q)
  const { a, b } = await readParents(q)
  return { ...settings, parents: { a: person(a), b: person(b) } }
}

function person({ name, unavailableWeekdays }: Parent): Omit<Parent, 'id'> {
  return { name, unavailableWeekdays }
}

/** Settings for the history: one value per field, with the field names that faults use. */
export function settingsFacts({ parents, countFrom, ...settings }: HouseholdSettings) {
  return {
    'parents.a.name': parents.a.name,
    'parents.a.unavailableWeekdays': parents.a.unavailableWeekdays,
    'parents.b.name': parents.b.name,
    'parents.b.unavailableWeekdays': parents.b.unavailableWeekdays,
    ...settings,
    countFrom: countFrom && countFrom.toString(),
  }
}
