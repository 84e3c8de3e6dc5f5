import type {
  Absence,
  NightRange,
  ParentId,
  RepeatingAbsence,
} from '@night-routine/database/nights'
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

/** Whether a night, from the first one on, is one of a repeating absence. */
function comesOn(
  { weekdays, everyWeeks, cycle, from }: Omit<RepeatingAbsence, 'parent' | 'to'>,
  night: Temporal.PlainDate,
): boolean {
  if (cycle === undefined)
    return weekdays.includes(night.dayOfWeek) && (weekOf(night) - weekOf(from)) % everyWeeks === 0
  const day = from.until(night).days % cycle.reduce((sum, nights) => sum + nights, 0)
  let end = 0
  return cycle.findIndex(nights => (end += nights) > day) % 2 === 0
}

/** The nights of a repeating absence inside a range, with neighbouring nights as one range. */
export function rangesOf({ to, ...absence }: Omit<RepeatingAbsence, 'parent'>, inside: NightRange) {
  const first = later(absence.from, inside.from)
  const last = to === null ? inside.to : earlier(to, inside.to)
  const nights: Temporal.PlainDate[] = []
  for (let night = first; !isBefore(last, night); night = night.add({ days: 1 }))
    if (comesOn(absence, night)) nights.push(night)
  return inRanges(nights)
}

const week = [1, 2, 3, 4, 5, 6, 7]
/** All weeks that repeat come again after so many, and what a cycle of days leaves free does so before. */
const wholePeriod = Array.from({ length: 840 }, (_, index) => index)

/**
 * The weekdays on which no parent is ever available once every absence without an end has started, each as the first
 * such night.
 */
export function nightsOfNobody(
  parents: Record<ParentId, { unavailableWeekdays: readonly number[] }>,
  repeating: readonly RepeatingAbsence[],
): Temporal.PlainDate[] {
  const endless = repeating.filter(({ to }) => to === null)
  const start = Math.max(weekOf(aMonday), ...endless.map(({ from }) => weekOf(from) + 1))
  const isAway = (parent: ParentId, night: Temporal.PlainDate) =>
    parents[parent].unavailableWeekdays.includes(night.dayOfWeek) ||
    endless.some(absence => absence.parent === parent && comesOn(absence, night))
  return week
    .map(day => aMonday.add({ days: start * 7 + day - 1 }))
    .filter(first =>
      wholePeriod.every(weeks => parentIds.every(parent => isAway(parent, first.add({ weeks })))),
    )
}
