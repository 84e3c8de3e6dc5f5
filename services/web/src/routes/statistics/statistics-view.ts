import type { AssignedNight, ParentId, RecordCounts } from '@night-routine/database'
import { countNights, type CaregiverCounts } from '@night-routine/fairness'
import { statisticsColumns, type Wording } from '@night-routine/wording'
import type { Kind } from '../home/night-cell.ts'
import {
  balanceChart,
  runningBalance,
  type BalanceChart,
  type BalancePoint,
} from './balance-chart.ts'
import { balance, balanceText, differenceText } from './balance.ts'

/** A difference between the parents, for a month or so far. */
interface Difference {
  /** "Alex +2", or "even". */
  text: string
  kind: Kind
}

/** Nights of one month, or of all of them. */
interface StatisticsRow {
  title: string
  difference: Difference
  cells: { label: string; value: number }[]
}

/** The statistics page. */
interface StatisticsView {
  title: string
  /** The balance in words, or that no night is done yet. */
  balance: { overall: string; month: string }
  chart:
    | (BalanceChart & { label: string; above: string; below: string; from: string; to: string })
    | null
  headings: string[]
  /** `after` is the balance at the end of the month, or so far; null before the first night. */
  months: (StatisticsRow & { after: Difference | null })[]
  sum: StatisticsRow
  /** Months with babysitters, and their nights. */
  babysitters: { title: string; nights: number; people: { name: string; nights: number }[] }[]
  planned: boolean
  newestFirst: boolean
}

export interface StatisticsFacts {
  tonight: Temporal.PlainDate
  /** All nights of the months shown, in order. */
  nights: readonly AssignedNight[]
  /** The counted nights before them. */
  older: RecordCounts
  /** The first night that counts; null for the first stored one. */
  countFrom: Temporal.PlainDate | null
  names: Record<ParentId, string>
  order: 'newest' | 'oldest'
  wording: Wording
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

/** Who has done more, and the nights per caregiver and month; open nights do not count. */
export function statisticsView(facts: StatisticsFacts): StatisticsView & { title: string } {
  const { tonight, nights, older, names, order, wording } = facts
  const { total, months } = countNights(nights)
  const counted = new Map(months.map(({ month, counts }) => [month, counts]))
  const first = months[0]?.month ?? ''
  const keys = statisticsMonths(tonight, order)
    .map(String)
    .filter(month => month >= first)
  const monthName = (month: string) => wording.capital(wording.month(month))
  const current = monthOf(tonight)
  const thisMonth = nights.filter(({ night }) => monthOf(night) === current)
  const record = countedBefore(tonight, facts)
  const points = runningBalance(record, older.a - older.b)
  const after = balancesAfter(points, facts)
  return {
    title: wording.say('statistics.title'),
    balance:
      record.length + older.nights === 0
        ? { overall: wording.say('statistics.nothingDone'), month: '' }
        : balanceText(balance({ older, record, thisMonth, tonight }), names, wording),
    chart: chartView(points, facts),
    headings: statisticsColumns.map(({ heading }) => heading(names, wording)),
    months: keys.map(month => {
      const balanceAfter = after.get(month) ?? null
      const soFar = balanceAfter === null ? null : difference(balanceAfter, facts)
      return { ...row(monthName(month), counted.get(month) ?? none, facts), after: soFar }
    }),
    sum: row(wording.say('statistics.sum'), total, facts),
    babysitters: keys
      .map(month => ({ title: monthName(month), people: babysittersOf(month, nights, wording) }))
      .filter(({ people }) => people.length > 0)
      .map(({ title, people }) => ({ title, people, nights: sum(people) })),
    planned: nights.length > 0,
    newestFirst: order === 'newest',
  }
}

// Called thousands of times for a page; a PlainYearMonth for each would wait for a full collection.
function monthOf(night: Temporal.PlainDate): string {
  return night.toString().slice(0, -'-dd'.length)
}

function countedBefore(
  tonight: Temporal.PlainDate,
  { nights, countFrom }: Pick<StatisticsFacts, 'nights' | 'countFrom'>,
) {
  return nights.filter(
    ({ night }) =>
      Temporal.PlainDate.compare(night, tonight) < 0 &&
      (countFrom === null || Temporal.PlainDate.compare(night, countFrom) >= 0),
  )
}

/** The balance at the end of each month shown, by month; null before the first counted night. */
function balancesAfter(
  points: readonly BalancePoint[],
  { tonight, older }: Pick<StatisticsFacts, 'tonight' | 'older'>,
) {
  const ofMonth = new Map(points.map(point => [monthOf(point.night), point.balance]))
  const after = new Map<string, number | null>()
  let latest = older.nights === 0 ? null : older.a - older.b
  for (const month of statisticsMonths(tonight, 'oldest').map(String)) {
    latest = ofMonth.get(month) ?? latest
    after.set(month, latest)
  }
  return after
}

function chartView(
  points: readonly BalancePoint[],
  { names, wording }: Pick<StatisticsFacts, 'names' | 'wording'>,
): StatisticsView['chart'] {
  const chart = balanceChart(points)
  const [first, last] = [points[0], points.at(-1)]
  if (chart === null || first === undefined || last === undefined) return null
  return {
    ...chart,
    label: wording.say('statistics.chart'),
    above: wording.say('statistics.more', { name: names.a }),
    below: wording.say('statistics.more', { name: names.b }),
    from: wording.date(first.night),
    to: wording.date(last.night),
  }
}

const none: CaregiverCounts = { a: 0, b: 0, babysitter: 0 }

function row(title: string, counts: CaregiverCounts, facts: StatisticsFacts): StatisticsRow {
  return {
    title,
    difference: difference(counts.a - counts.b, facts),
    cells: statisticsColumns.map(({ heading, value }) => ({
      label: heading(facts.names, facts.wording),
      value: value(counts),
    })),
  }
}

function difference(lead: number, { names, wording }: StatisticsFacts): Difference {
  return {
    text: differenceText(lead, names, wording),
    kind: lead === 0 ? 'unplanned' : lead > 0 ? 'a' : 'b',
  }
}

function babysittersOf(month: string, nights: readonly AssignedNight[], wording: Wording) {
  const theirs = nights.filter(
    ({ night, caregiver }) => caregiver === 'babysitter' && night.toString().startsWith(month),
  )
  const byName = Map.groupBy(
    theirs,
    night => night.babysitter?.name ?? wording.say('person.babysitter'),
  )
  return [...byName]
    .map(([name, those]) => ({ name, nights: countNights(those).total.babysitter }))
    .toSorted((one, other) => other.nights - one.nights || wording.compare(one.name, other.name))
}

function sum(people: { nights: number }[]) {
  return people.reduce((all, { nights }) => all + nights, 0)
}
