import type { Assignment, ParentId, RecordedNight } from '@night-routine/database'
import { countNights, type CaregiverCounts } from '@night-routine/fairness'
import type { Wording } from '@night-routine/wording'
import type { Kind } from '../home/night-cell.ts'
import { balance, balanceWords } from './balance.ts'
import { bar, type BarPart } from './bar.ts'

/** Nights of one month, or of all of them. */
export interface StatisticsRow {
  title: string
  a: number
  b: number
  babysitter: number
  total: number
}

/** The statistics page. */
interface StatisticsView {
  title: string
  /** The balance in words. */
  balance: { overall: string; month: string }
  parents: { name: string; kind: Kind }[]
  months: (StatisticsRow & { bar: BarPart[] })[]
  sum: StatisticsRow
  /** Months with babysitters, and their nights. */
  babysitters: { title: string; nights: number; people: { name: string; nights: number }[] }[]
  planned: boolean
  newestFirst: boolean
}

export interface StatisticsFacts {
  tonight: Temporal.PlainDate
  /** All counted nights before tonight. */
  record: readonly RecordedNight[]
  /** All nights of the months shown. */
  nights: readonly Assignment[]
  names: Record<ParentId, string>
  order: 'newest' | 'oldest'
  words: Wording
}

const monthsShown = 12

/** The first and the last night of the twelve months that end with tonight's. */
export function statisticsRange(tonight: Temporal.PlainDate) {
  const until = tonight.toPlainYearMonth()
  return {
    from: until.subtract({ months: monthsShown - 1 }).toPlainDate({ day: 1 }),
    to: until.toPlainDate({ day: until.daysInMonth }),
  }
}

/** The twelve months that end with tonight's, in this order. */
export function statisticsMonths(tonight: Temporal.PlainDate, order: StatisticsFacts['order']) {
  const months = Array.from({ length: monthsShown }, (_, index) =>
    tonight.toPlainYearMonth().subtract({ months: index }),
  )
  return order === 'newest' ? months : months.toReversed()
}

/** Nights per caregiver and month; open nights do not count. */
export function statisticsView(facts: StatisticsFacts) {
  const { tonight, record, nights, names, order, words } = facts
  const { total, months } = countNights(nights)
  const counted = new Map(months.map(({ month, counts }) => [month, counts]))
  const keys = statisticsMonths(tonight, order).map(String)
  const monthName = (month: string) => words.capital(words.month(month))
  const isThisMonth = ({ night }: Assignment) =>
    night.year === tonight.year && night.month === tonight.month
  const view: StatisticsView = {
    title: words.say('statistics.title'),
    balance: balanceWords(
      balance({ record, thisMonth: nights.filter(isThisMonth), tonight }),
      names,
      words,
    ),
    parents: [
      { name: names.a, kind: 'a' },
      { name: names.b, kind: 'b' },
    ],
    months: keys.map(month => {
      const counts = counted.get(month) ?? none
      return {
        ...row(monthName(month), counts),
        bar: bar(counts),
      }
    }),
    sum: row(words.say('statistics.sum'), total),
    babysitters: keys
      .map(month => ({ title: monthName(month), people: babysittersOf(month, nights, words) }))
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
    ({ night, caregiver }) => caregiver === 'babysitter' && night.toString().startsWith(month),
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
