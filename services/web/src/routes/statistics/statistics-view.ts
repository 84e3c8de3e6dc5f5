import type { Assignment, ParentId } from '@night-routine/database'
import { countNights, type CaregiverCounts } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'

/** Nights of one month, or of all of them. */
export interface StatisticsRow {
  title: string
  a: number
  b: number
  babysitter: number
  total: number
}

/** The statistics page as its template prints it. */
interface StatisticsView {
  title: string
  names: Record<ParentId, string>
  months: StatisticsRow[]
  sum: StatisticsRow
  /** Months with a babysitter only; who, and how often. */
  babysitters: { title: string; nights: number; people: { name: string; nights: number }[] }[]
  planned: boolean
  newestFirst: boolean
}

export interface StatisticsFacts {
  /** The last month shown. */
  until: Temporal.PlainYearMonth
  /** Every night of the months shown. */
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  order: 'newest' | 'oldest'
  words: Wording
}

const monthsShown = 12

/** The first and the last night of the twelve months that end with this one. */
export function statisticsRange(until: Temporal.PlainYearMonth) {
  return {
    from: until.subtract({ months: monthsShown - 1 }).toPlainDate({ day: 1 }),
    to: until.toPlainDate({ day: until.daysInMonth }),
  }
}

/** Nights per caregiver and month; a night that nobody does yet counts for nobody. */
export function statisticsView({ until, nights, names, order, words }: StatisticsFacts) {
  const { total, months } = countNights([...nights])
  const counted = new Map(months.map(({ month, counts }) => [month, counts]))
  const keys = Array.from({ length: monthsShown }, (_, index) =>
    until.subtract({ months: index }).toString(),
  )
  if (order === 'oldest') keys.reverse()
  const view: StatisticsView = {
    title: words.say('statistics.title'),
    names,
    months: keys.map(month => row(words.capital(words.month(month)), counted.get(month) ?? none)),
    sum: row(words.say('statistics.sum'), total),
    babysitters: keys
      .map(month => ({
        title: words.capital(words.month(month)),
        people: babysittersOf(month, nights, words),
      }))
      .filter(({ people }) => people.length > 0)
      .map(({ title, people }) => ({ title, people, nights: sum(people) })),
    planned: nights.length > 0,
    newestFirst: order === 'newest',
  }
  return view
}

const none: CaregiverCounts = { a: 0, b: 0, babysitter: 0 }

function row(title: string, { a, b, babysitter }: CaregiverCounts): StatisticsRow {
  return { title, a, b, babysitter, total: a + b + babysitter }
}

function babysittersOf(month: string, nights: readonly Assignment[], words: Wording) {
  const theirs = nights.filter(
    ({ night, caregiver }) =>
      caregiver === 'babysitter' && night.toPlainYearMonth().toString() === month,
  )
  const byName = Map.groupBy(
    theirs,
    night => night.babysitterName ?? words.say('person.babysitter'),
  )
  return [...byName]
    .map(([name, those]) => ({ name, nights: countNights(those).total.babysitter }))
    .toSorted((one, other) => other.nights - one.nights || words.compare(one.name, other.name))
}

function sum(people: { nights: number }[]) {
  return people.reduce((all, { nights }) => all + nights, 0)
}
