import { otherParent, type ParentId } from '@night-routine/fairness'

/** How a range of nights is divided by hand. */
export const rangePatterns = ['turns', 'halves', 'a', 'b', 'last-year'] as const

export type RangePattern = (typeof rangePatterns)[number]

/**
 * Who has each of these nights, in order. "As last year" follows `lastYear`, the parents of the same dates a year
 * before; a night that no parent had then goes to the one who did not have the night before it.
 * @param rule.first who begins, where parents take turns
 */
export function rangeNights(
  nights: readonly Temporal.PlainDate[],
  rule: { pattern: RangePattern; first: ParentId; lastYear: ReadonlyMap<string, ParentId> },
): { night: Temporal.PlainDate; caregiver: ParentId }[] {
  const { pattern, first, lastYear } = rule
  const half = Math.ceil(nights.length / 2)
  let previous = otherParent(first)
  const parentOf = (night: Temporal.PlainDate, index: number): ParentId => {
    if (pattern === 'a' || pattern === 'b') return pattern
    if (pattern === 'halves') return index < half ? first : otherParent(first)
    const known = pattern === 'last-year' ? lastYear.get(aYearBefore(night).toString()) : undefined
    return known ?? otherParent(previous)
  }
  return nights.map((night, index) => {
    previous = parentOf(night, index)
    return { night, caregiver: previous }
  })
}

/** The same date a year before; of 29 February, the 28th. */
export function aYearBefore(night: Temporal.PlainDate): Temporal.PlainDate {
  return night.subtract({ years: 1 })
}
