import type { PlannedNight } from '@night-routine/fairness'
import type { StoredNight } from './stored-night.ts'

/**
 * Whether a stored decision still holds, given the night as it is planned now, with the same caregiver:
 * the same rule decides, and what its sentence claims beside the counts is so: who is away, whose turn
 * it was, which nights the other parent covers. Counts are those of the day of the decision.
 */
export function stillTrue(
  before: StoredNight,
  after: PlannedNight,
  planned: readonly PlannedNight[],
): boolean {
  const was = before.explanation
  const is = after.explanation
  if (before.reason !== after.reason || was === null) return false
  if (was.streak.parent !== is.streak.parent) return false
  if (was.away.join() !== is.away.join()) return false
  if (was.absence === null || is.absence === null) return was.absence === is.absence
  return isCovered(was.absence, after.caregiver, planned)
}

/** Nights before the plan are over: what was so then is so now. */
function isCovered(
  { from, to }: { from: string; to: string },
  absent: PlannedNight['caregiver'],
  planned: readonly PlannedNight[],
): boolean {
  const within = planned.filter(({ night }) => from <= night.toString() && night.toString() <= to)
  const last = planned.at(-1)?.night.toString() ?? ''
  return (
    to <= last &&
    within.every(
      ({ caregiver, explanation }) =>
        explanation.away.some(parent => parent === absent) &&
        (caregiver === 'a' || caregiver === 'b') &&
        caregiver !== absent,
    )
  )
}
