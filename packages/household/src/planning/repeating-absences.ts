import type { Absence, ParentId, RepeatingAbsence } from '@night-routine/database'
import { parentIds, type Availability } from '@night-routine/fairness'
import { isBefore } from '../tonight.ts'

/** Nights in a row, both ends inclusive. */
type Range = Availability['ranges'][number]

const aMonday = Temporal.PlainDate.from('2026-01-05')

/** The number of a night's ISO week. */
function weekOf(night: Temporal.PlainDate): number {
  return Math.floor(aMonday.until(night).days / 7)
}

/** Whether an absence repeats. */
export function isRepeating(absence: Absence | RepeatingAbsence): absence is RepeatingAbsence {
  return 'everyWeeks' in absence
}

/** The nights of a repeating absence inside a range, with neighbouring nights as one range. */
export function rangesOf(
  { weekdays, everyWeeks, from, to }: Omit<RepeatingAbsence, 'parent'>,
  inside: Range,
): Range[] {
  const first = isBefore(from, inside.from) ? inside.from : from
  const last = to !== null && isBefore(to, inside.to) ? to : inside.to
  const start = weekOf(from)
  const late = (weekOf(first) - start) % everyWeeks
  const ranges: Range[] = []
  for (let week = weekOf(first) - late; week <= weekOf(last); week += everyWeeks)
    for (const day of weekdays.toSorted((one, other) => one - other)) {
      const night = aMonday.add({ days: week * 7 + day - 1 })
      if (isBefore(night, first) || isBefore(last, night)) continue
      const previous = ranges.at(-1)
      if (previous?.to.add({ days: 1 }).equals(night)) previous.to = night
      else ranges.push({ from: night, to: night })
    }
  return ranges
}

const week = [1, 2, 3, 4, 5, 6, 7]

/**
 * The weekdays on which no parent is ever available once every absence without an end has started, each as the first
 * such night.
 */
export function nightsOfNobody(
  parents: Record<ParentId, { unavailableWeekdays: readonly number[] }>,
  repeating: readonly RepeatingAbsence[],
): Temporal.PlainDate[] {
  const endless = repeating.filter(({ to }) => to === null)
  // All of them have started, and after the period everything comes again.
  const start = Math.max(weekOf(aMonday), ...endless.map(({ from }) => weekOf(from) + 1))
  const period = endless.map(({ everyWeeks }) => everyWeeks).reduce(leastCommonMultiple, 1)
  const weeks = Array.from({ length: period }, (_, index) => start + index)
  const isAway = (parent: ParentId, day: number, inWeek: number) =>
    parents[parent].unavailableWeekdays.includes(day) ||
    endless.some(
      absence =>
        absence.parent === parent &&
        absence.weekdays.includes(day) &&
        (inWeek - weekOf(absence.from)) % absence.everyWeeks === 0,
    )
  return week
    .filter(day => weeks.every(inWeek => parentIds.every(parent => isAway(parent, day, inWeek))))
    .map(day => aMonday.add({ days: start * 7 + day - 1 }))
}

function leastCommonMultiple(one: number, other: number): number {
  let divisor = Math.min(one, other)
  while (one % divisor > 0 || other % divisor > 0) divisor--
  return (one * other) / divisor
}
