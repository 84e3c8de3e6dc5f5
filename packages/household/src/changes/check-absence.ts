import type {
  Absence,
  RecordedAbsence,
  RecordedRepeatingAbsence,
  RepeatingAbsence,
} from '@night-routine/database/nights'
import { message } from '@night-routine/wording'
import { isRepeating, nightsOfNobody, rangesOf } from '../planning/repeating-absences.ts'
import { isBefore } from '../tonight.ts'
import type { ChangeFacts } from './change-facts.ts'
import { notAllowed } from './refusal.ts'

/** An absence of either kind. */
export type AnyAbsence = Absence | RepeatingAbsence

/** An absence of either kind on record. */
export type RecordedAnyAbsence = RecordedAbsence | RecordedRepeatingAbsence

/** The absence with each weekday once, in order. */
export function tidyAbsence(absence: AnyAbsence): AnyAbsence {
  if (!isRepeating(absence)) return absence
  const weekdays = [...new Set(absence.weekdays)].toSorted((one, other) => one - other)
  return { ...absence, weekdays }
}

type Weekdays = Parameters<typeof nightsOfNobody>[0]

const longestAbsence = 366
/** An absence repeats at least once in so many weeks, also by a cycle. */
export const mostWeeks = 8

/**
 * Refuses an absence that is over, ends before it starts, or lasts longer than a year; and one that repeats and leaves
 * no one for a weekday, for ever.
 * @throws ChangeRefusal
 */
export function checkAbsence(
  absence: AnyAbsence,
  { tonight, parents }: Pick<ChangeFacts, 'tonight'> & { parents: Weekdays },
  stored: readonly AnyAbsence[],
) {
  const { from, to } = absence
  if (isRepeating(absence)) checkRhythm(absence)
  if (to !== null && isBefore(to, from))
    throw notAllowed('to', message('refusal.endsBeforeItBegins', { date: from }))
  if (to !== null && isBefore(to, tonight)) throw notAllowed('to', message('refusal.absenceOver'))
  if (isRepeating(absence)) {
    checkSomeNight(absence)
    checkSomebodyIsLeft(absence, parents, stored.filter(isRepeating))
  } else if (absence.from.until(absence.to).days >= longestAbsence)
    throw notAllowed('to', message('refusal.absenceTooLong', { most: longestAbsence }))
}

function checkRhythm({ weekdays, everyWeeks, cycle }: RepeatingAbsence) {
  if (cycle !== undefined) return checkCycle(cycle, weekdays)
  if (weekdays.length === 0) throw notAllowed('weekdays', message('refusal.noWeekday'))
  if (!weekdays.every(day => Number.isInteger(day) && day >= 1 && day <= 7))
    throw notAllowed('weekdays', message('refusal.weekdayNumber'))
  if (!Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > mostWeeks)
    throw notAllowed('everyWeeks', message('refusal.everyWeeks', { most: mostWeeks }))
}

function checkCycle(cycle: readonly number[], weekdays: readonly number[]) {
  if (weekdays.length > 0) throw notAllowed('cycle', message('refusal.cycleOrWeekdays'))
  const most = mostWeeks * 7
  const isWhole =
    cycle.length > 0 &&
    cycle.length % 2 === 0 &&
    cycle.every(nights => Number.isInteger(nights) && nights > 0) &&
    cycle.reduce((sum, nights) => sum + nights) <= most
  if (!isWhole) throw notAllowed('cycle', message('refusal.cycle', { most }))
}

function checkSomeNight(absence: RepeatingAbsence) {
  const inside = { from: absence.from, to: absence.from.add({ weeks: mostWeeks + 1 }) }
  if (rangesOf(absence, inside).length === 0)
    throw notAllowed('weekdays', message('refusal.neverAway'))
}

function checkSomebodyIsLeft(
  absence: RepeatingAbsence,
  parents: Weekdays,
  stored: readonly RepeatingAbsence[],
) {
  const before = nightsOfNobody(parents, stored).map(({ dayOfWeek }) => dayOfWeek)
  const night = nightsOfNobody(parents, [...stored, absence]).find(
    ({ dayOfWeek }) => !before.includes(dayOfWeek),
  )
  const field = absence.cycle === undefined ? 'weekdays' : 'cycle'
  if (night !== undefined) throw notAllowed(field, message('refusal.nobodyEver', { date: night }))
}
