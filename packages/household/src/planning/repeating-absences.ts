import type { Absence, NightRange, ParentId, RepeatingAbsence } from '@night-routine/database'
import { parentIds } from '@night-routine/fairness'
import { earlier, inRanges, later } from '../night-ranges.ts'
import { isBefore } from '../tonight.ts'

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
  inside: NightRange,
): NightRange[] {
  const first = later(from, inside.from)
  const last = to === null ? inside.to : earlier(to, inside.to)
  const late = (weekOf(first) - weekOf(from)) % everyWeeks
  const days = weekdays.toSorted((one, other) => one - other)
  const nights: Temporal.PlainDate[] = []
  for (let week = weekOf(first) - late; week <= weekOf(last); week += everyWeeks)
    nights.push(...days.map(day => aMonday.add({ days: week * 7 + day - 1 })))
  return inRanges(nights.filter(night => !isBefore(night, first) && !isBefore(last, night)))
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
