import { isDeepStrictEqual } from 'node:util'
import type { Assignment } from '@night-routine/database/nights'

/**
 * Checks the explanations of these nights against the nights before them: returns wrong numbers, and reasons
 * that the numbers contradict.
 *
 * @param nights all stored nights, in order
 * @param weightOf what a night weighs
 */
export function explanationFaults(
  nights: readonly Assignment[],
  weightOf: (night: Temporal.PlainDate) => number = () => 1,
): string[] {
  return nights.flatMap((night, index) => faultsOf(night, nights.slice(0, index), weightOf))
}

function faultsOf(
  night: Assignment,
  before: readonly Assignment[],
  weightOf: (night: Temporal.PlainDate) => number,
): string[] {
  const { explanation, reason, caregiver } = night
  const key = night.night.toString()
  if (explanation === null) return [`${key} has no explanation`]
  const recently = night.night.subtract({ days: 30 })
  const recent = before.filter(one => Temporal.PlainDate.compare(one.night, recently) >= 0)
  const facts: Record<string, [unknown, unknown]> = {
    totals: [explanation.totals, { a: done(before, 'a'), b: done(before, 'b') }],
    last30: [explanation.last30, { a: done(recent, 'a'), b: done(recent, 'b') }],
    streak: [explanation.streak, streakOf(before)],
    reason: [explanation.reason, reason],
  }
  if (explanation.split)
    facts['split'] = [
      explanation.split.totals,
      { a: weighedNights(before, 'a', weightOf), b: weighedNights(before, 'b', weightOf) },
    ]
  const faults = Object.entries(facts)
    .filter(([, [stored, expected]]) => !isDeepStrictEqual(stored, expected))
    .map(
      ([what, [stored, expected]]) =>
        `${key} ${what}: ${JSON.stringify(stored)} instead of ${JSON.stringify(expected)}`,
    )
  if (caregiver === 'babysitter' || caregiver === null)
    return reason === (caregiver === null ? null : 'Override')
      ? faults
      : [...faults, `${key}: ${caregiver} by ${reason}`]
  return isTrue(explanation, reason, caregiver)
    ? faults
    : [...faults, `${key}: ${reason} does not match its numbers`]
}

const done = (nights: readonly Assignment[], parent: string) =>
  nights.filter(({ caregiver }) => caregiver === parent).length

const weighedNights = (
  nights: readonly Assignment[],
  parent: string,
  weightOf: (night: Temporal.PlainDate) => number,
) =>
  nights
    .filter(({ caregiver }) => caregiver === parent)
    .reduce((sum, { night }) => sum + weightOf(night), 0)

function streakOf(before: readonly Assignment[]) {
  const turns = before.map(({ caregiver }) => caregiver).filter(one => one === 'a' || one === 'b')
  const parent = turns.at(-1) ?? null
  return { parent, nights: turns.length - 1 - turns.findLastIndex(one => one !== parent) }
}

/** Whether the numbers support the reason. */
function isTrue(
  { totals, last30, streak, away, split }: NonNullable<Assignment['explanation']>,
  reason: Assignment['reason'],
  parent: 'a' | 'b',
): boolean {
  const other = parent === 'a' ? 'b' : 'a'
  if (reason === null) return false
  const { share, weight, ...weighed } = split ?? {
    share: { a: 50, b: 50 },
    weight: 1,
    totals,
    last30,
  }
  // How far this parent is behind its share of the nights before and half of this one, in hundredths of a night.
  const behind = (nights: { a: number; b: number }) =>
    2 * share[parent] * (nights.a + nights.b + weight) - 200 * nights[parent] - 100 * weight
  const holds: Record<typeof reason, boolean> = {
    Override: true,
    Unavailability: away.includes(other) || streak.parent === parent,
    'Consecutive Limit': streak.parent === other && streak.nights >= 2,
    'Total Count': behind(weighed.totals) > 0,
    'Recent Count': behind(weighed.totals) === 0 && behind(weighed.last30) > 0,
    Alternating: streak.parent !== parent,
  }
  return holds[reason]
}
