import type { AssignedNight } from '@night-routine/database/nights'
import type { NightSum } from '@night-routine/fairness'
import { isBefore } from '@night-routine/household'
import { parentIn } from '@night-routine/wording'
import { labelsOf } from '../../text/person-name.ts'
import { balanceText, difference, type Speaker } from './balance-text.ts'
import { balanceChart } from './balance-chart.ts'
import { numberColumns, periodText } from './row-text.ts'
import type { BalanceStatement, StatisticsRow } from './statistics-rows.ts'
import type { StatisticsSpan } from './statistics-span.ts'

export interface StatisticsFacts extends Speaker {
  account: BalanceStatement
  /** The agreements after the first one. */
  agreements: readonly { from: Temporal.PlainDate }[]
  countFrom: Temporal.PlainDate | null
  span: StatisticsSpan
  order: 'newest' | 'oldest'
}

/** Rows in the order asked for. */
export function inOrder(rows: readonly StatisticsRow[], order: StatisticsFacts['order']) {
  return order === 'newest' ? rows.toReversed() : rows
}

/** The balance in a sentence, by period, as a chart and month by month. */
export function statisticsView(facts: StatisticsFacts) {
  const { account, span, order, people, wording } = facts
  const { say } = wording
  const rows = inOrder(account.rows, order)
  const columns = numberColumns(facts)
  const sumOf = (title: string, sum: NightSum | null) =>
    sum === null ? [] : { ...shown(title, sum), after: difference(sum.balance, facts) }
  return {
    title: say('statistics.title'),
    ...periodsOf(facts),
    names: labelsOf(people, wording),
    differenceHeading: say(
      account.isHalves ? 'statistics.difference' : 'statistics.moreThanAgreed',
    ),
    chart: chartView(facts),
    headings: columns.map(({ heading }) => heading),
    rows: rows.map(row => ({
      ...shown(periodText(row, wording.month, wording), row.sum),
      status: statusText(row),
      begins: beginsIn(row.nights, facts),
      after: row.balance === null ? null : difference(row.balance, facts),
    })),
    sums: [
      sumOf(say('statistics.sumSoFar'), account.soFar),
      sumOf(say('statistics.sumWithPlan'), account.withPlan),
    ].flat(),
    babysitters: babysittersOf(rows, facts),
    newestFirst: order === 'newest',
    span: { from: span.first.toString(), to: span.last.toString() },
  }

  function shown(title: string, sum: NightSum) {
    return {
      title: wording.capital(title),
      cells: columns.map(({ heading, value }) => ({
        label: heading,
        value: wording.number(value(sum)),
      })),
    }
  }

  /** A month that is over needs no word. */
  function statusText({ period, month, status }: StatisticsRow) {
    const those = rows.filter(row => row.period === period && row.month === month)
    return status === 'soFar' && those.length === 1 ? null : say(`statistics.status.${status}`)
  }
}

/** The last year in a sentence, and each period in figures; one that holds all nights is said once. */
function periodsOf(facts: StatisticsFacts) {
  const { countFrom, wording } = facts
  const { soFar, withPlan, planEnd, thisYear, lastYear } = facts.account
  const { say, date, number } = wording
  const part = (sum: NightSum | null) => (sum && soFar && total(sum) < total(soFar) ? sum : null)
  const [year, months] = [part(thisYear), part(lastYear)]
  const all = countFrom ? say('statistics.since', { date: date(countFrom) }) : say('statistics.all')
  const periods: [title: string, sum: NightSum | null][] = [
    [say('statistics.thisYear'), year],
    [say('statistics.lastYear'), months],
    [all, soFar],
    [planEnd ? say('statistics.withPlan', { date: date(planEnd) }) : '', withPlan],
  ]
  const headline = months
    ? balanceText(months, say('statistics.inLastYear'), facts)
    : soFar && balanceText(soFar, say('statistics.sinceStart'), facts)
  return {
    headline: headline ?? say('statistics.nothingDone'),
    periods: periods.flatMap(([title, sum]) =>
      sum === null
        ? []
        : {
            title,
            a: number(sum.counts.a),
            b: number(sum.counts.b),
            difference: difference(sum.balance, facts),
          },
    ),
  }
}

function total({ counts }: NightSum) {
  return counts.a + counts.b + counts.babysitter
}

/** Which agreements begin among these nights, in order, as a line each. */
function beginsIn(nights: readonly { night: Temporal.PlainDate }[], facts: StatisticsFacts) {
  const { say, date } = facts.wording
  return begins(nights, facts).map(from => say('statistics.newAgreement', { date: date(from) }))
}

function begins(
  nights: readonly { night: Temporal.PlainDate }[],
  { agreements }: Pick<StatisticsFacts, 'agreements'>,
) {
  const [first, last] = [nights[0]?.night, nights.at(-1)?.night]
  if (first === undefined || last === undefined) return []
  return agreements
    .map(({ from }) => from)
    .filter(from => !isBefore(from, first) && !isBefore(last, from))
}

function chartView(facts: StatisticsFacts) {
  const { account, people, wording } = facts
  const { points, isHalves } = account
  const chart = balanceChart(points, begins(points, facts))
  const [first, last] = [points[0], points.at(-1)]
  if (chart === null || first === undefined || last === undefined) return null
  const { read, ...drawn } = chart
  const side = isHalves ? 'statistics.more' : 'statistics.moreAsAgreed'
  const values = read.map(({ x, night, balance }) => {
    const { text } = difference(balance, facts)
    return [x, wording.say('statistics.on', { date: wording.date(night), balance: text })]
  })
  return {
    ...drawn,
    label: wording.say('statistics.chart'),
    above: wording.say(side, { name: parentIn(people, 'a') }),
    below: wording.say(side, { name: parentIn(people, 'b') }),
    begins: beginsIn(points, facts),
    from: wording.date(first.night),
    to: wording.date(last.night),
    values: JSON.stringify(values),
    last: values.length - 1,
  }
}

/** The months that have babysitters, in the order of the rows. */
function babysittersOf(rows: readonly StatisticsRow[], { wording }: StatisticsFacts) {
  const byMonth = Map.groupBy(rows, ({ month }) => month)
  return [...byMonth].flatMap(([month, those]) => {
    const nights = those
      .flatMap(row => row.nights)
      .filter(({ caregiver }) => caregiver === 'babysitter')
    const name = ({ babysitter }: AssignedNight) =>
      babysitter?.name ?? wording.say('person.babysitter')
    const people = [...Map.groupBy(nights, name)]
      .map(([of, theirs]) => ({ name: of, nights: theirs.length }))
      .toSorted((one, other) => other.nights - one.nights || wording.compare(one.name, other.name))
    const title = wording.capital(wording.month(month))
    return nights.length === 0 ? [] : { title, nights: nights.length, people }
  })
}
