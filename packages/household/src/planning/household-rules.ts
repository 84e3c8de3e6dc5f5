import {
  readAwayRanges,
  readParents,
  readSettings,
  type Absence,
  type Parent,
  type ParentId,
  type Queryable,
  type Settings,
} from '@night-routine/database'

/** What a household has set, as far as it decides a plan. */
export interface HouseholdRules {
  settings: Pick<
    Settings,
    'timeZone' | 'dayTurnsAtHour' | 'lookAheadDays' | 'pastLimitDays' | 'countFrom'
  >
  parents: Record<ParentId, Pick<Parent, 'weekdaysAway'>>
  absences: readonly Absence[]
}

/** Reads them, and the settings beside those that decide. */
export async function readRules(q: Queryable) {
  return {
    settings: await readSettings(q),
    parents: await readParents(q),
    absences: await readAwayRanges(q),
  } satisfies HouseholdRules
}
