import {
  longestHorizon,
  readNights,
  readRecord,
  type ParentId,
  type Queryable,
} from '@night-routine/database'
import type { Availability } from '@night-routine/fairness'
import { tonight as tonightOf } from '../tonight.ts'
import type { HouseholdRules } from './household-rules.ts'
import type { PlanningFacts } from './planning-request.ts'

/** The record as it is, under these rules, which may be other ones than those in force. */
export async function readPlanningFacts(
  q: Queryable,
  rules: HouseholdRules,
  now: Temporal.Instant,
): Promise<PlanningFacts> {
  const { lookAheadDays, countFrom } = rules.settings
  const tonight = tonightOf(rules.settings, now)
  return {
    tonight,
    lookAheadDays,
    countFrom,
    away: { a: availability(rules, 'a'), b: availability(rules, 'b') },
    record: await readRecord(q, { from: countFrom, before: tonight }),
    stored: await readNights(q, tonight, tonight.add({ days: longestHorizon })),
  }
}

function availability({ parents, absences }: HouseholdRules, parent: ParentId): Availability {
  return {
    weekdays: parents[parent].weekdaysAway,
    ranges: absences
      .filter(absence => absence.parent === parent)
      .map(({ from, to }) => ({ from, to })),
  }
}
