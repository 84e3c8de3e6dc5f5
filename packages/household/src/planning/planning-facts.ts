import {
  longestHorizon,
  readNights,
  readRecord,
  type Assignment,
  type ParentId,
  type Queryable,
} from '@night-routine/database'
import type { Availability } from '@night-routine/fairness'
import { oldestChangeable } from '../changes/oldest-changeable.ts'
import { tonight as tonightOf } from '../tonight.ts'
import type { HouseholdRules } from './household-rules.ts'
import type { PlanningFacts } from './planning-request.ts'

/** Reads the stored nights and the absences for these rules, which need not be the current ones. */
export async function readPlanningFacts(
  q: Queryable,
  rules: HouseholdRules,
  now: Temporal.Instant,
): Promise<PlanningFacts> {
  const { lookAheadDays, countFrom } = rules.settings
  const tonight = tonightOf(rules.settings, now)
  const oldest = oldestChangeable(rules.settings, now)
  const nights = await readNights(q, oldest, tonight.add({ days: longestHorizon }))
  const isOver = ({ night }: Assignment) => Temporal.PlainDate.compare(night, tonight) < 0
  return {
    tonight,
    lookAheadDays,
    countFrom,
    away: { a: availability(rules, 'a'), b: availability(rules, 'b') },
    record: await readRecord(q, { from: countFrom, before: tonight }),
    recent: nights.filter(
      night =>
        isOver(night) &&
        (countFrom === null || Temporal.PlainDate.compare(night.night, countFrom) >= 0),
    ),
    stored: nights.filter(night => !isOver(night)),
  }
}

function availability({ parents, absences }: HouseholdRules, parent: ParentId): Availability {
  return {
    weekdays: parents[parent].unavailableWeekdays,
    ranges: absences
      .filter(absence => absence.parent === parent)
      .map(({ from, to }) => ({ from, to })),
  }
}
