import {
  readAbsences,
  readParents,
  type Absence,
  type Parent,
  type ParentId,
  type Queryable,
} from '@night-routine/database'
import { readSettings, type Settings } from '../settings/settings.ts'

/** The household's settings that affect a plan. */
export interface HouseholdRules {
  settings: Pick<
    Settings,
    'timeZone' | 'dayTurnsAtHour' | 'lookAheadDays' | 'pastLimitDays' | 'countFrom'
  >
  parents: Record<ParentId, Pick<Parent, 'unavailableWeekdays'>>
  absences: readonly Absence[]
}

/** Reads the rules, and the other settings with them. */
export async function readRules(q: Queryable) {
  return {
    settings: await readSettings(q),
    parents: await readParents(q),
    absences: await readAbsences(q),
  } satisfies HouseholdRules
}
