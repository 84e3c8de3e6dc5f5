import {
  readParents,
  readSettings,
  type Parent,
  type ParentId,
  type Queryable,
  type Settings,
} from '@night-routine/database'

/** Everything that the settings page shows and saves, absences aside. */
export interface HouseholdSettings extends Omit<Settings, 'installation' | 'lastPlannedOn'> {
  parents: Record<ParentId, Omit<Parent, 'id'>>
}

/** The settings in force. */
export async function readHouseholdSettings(q: Queryable): Promise<HouseholdSettings> {
  const { installation: _installation, lastPlannedOn: _day, ...settings } = await readSettings(q)
  const { a, b } = await readParents(q)
  return { ...settings, parents: { a: person(a), b: person(b) } }
}

function person({ name, weekdaysAway }: Parent): Omit<Parent, 'id'> {
  return { name, weekdaysAway }
}

/** Settings as the history keeps them: one value per field, as faults name the fields. */
export function settingsFacts({ parents, countFrom, ...settings }: HouseholdSettings) {
  return {
    'parents.a.name': parents.a.name,
    'parents.a.weekdaysAway': parents.a.weekdaysAway,
    'parents.b.name': parents.b.name,
    'parents.b.weekdaysAway': parents.b.weekdaysAway,
    ...settings,
    countFrom: countFrom && countFrom.toString(),
  }
}
