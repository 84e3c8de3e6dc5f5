import type { AssignedNight } from '@night-routine/database/nights'
import type { NightSum } from '@night-routine/fairness'
import { parentIn } from '@night-routine/wording'
import { difference, planText, soFarText, type Speaker } from './balance-text.ts'
import { balanceChart } from './balance-chart.ts'
import { numberColumns, periodText } from './row-text.ts'
import type { BalancePoint, BalanceStatement, StatisticsRow, Status } from './statistics-rows.ts'
import type { StatisticsSpan } from './statistics-span.ts'

export interface StatisticsFacts extends Speaker {
  account: BalanceStatement
  span: StatisticsSpan
  order: 'newest' | 'oldest'
}

/** Rows in the order asked for. */
export function inOrder(rows: readonly StatisticsRow[], order: StatisticsFacts['order']) {
  return order === 'newest' ? rows.toReversed() : rows
}

/** Who has done more than their share, so far and with the plan, and the nights per caregiver and month. */
export function statisticsView(facts: StatisticsFacts) {
  const { account, span, order, wording, ledger } = facts
  const { soFar, withPlan, planEnd, points } = account
  const rows = inOrder(account.rows, order)
  const columns = numberColumns(facts)
  const sumOf = (status: 'soFar' | 'withPlan', sum: NightSum | null) =>
    sum === null
      ? []
      : shown(wording.say('statistics.sumOfRows'), {
          status,
          sum,
          difference: sum.balance,
        })
  return {
    title: wording.say('statistics.title'),
    soFar:
      soFar === null
        ? { text: wording.say('statistics.nothingDone'), difference: null }
        : soFarText(soFar, facts),
    withPlan: withPlan && planEnd && planText(withPlan, planEnd, facts),
    chart: chartView(points, facts),
    headings: columns.map(({ heading }) => heading),
    rows: rows.map(row => ({
      ...shown(periodText(row, wording.month, wording), row),
      after: row.balance === null ? null : difference(row.balance, facts).text,
    })),
    sums: [sumOf('soFar', soFar), sumOf('withPlan', withPlan)].flat(),
    needsHint: !ledger.isPlain,
    babysitters: babysittersOf(rows, facts),
    newestFirst: order === 'newest',
    span: { from: span.first.toString(), to: span.last.toString() },
  }

  function shown(
    title: string,
    row: Pick<StatisticsRow, 'sum' | 'difference'> & { status: Status | 'withPlan' },
  ) {
    return {
      title: wording.capital(title),
      status: wording.say(`statistics.status.${row.status}`),
      difference: row.difference === null ? null : difference(row.difference, facts),
      cells: columns.map(({ heading, value }) => ({
        label: heading,
        value: wording.number(value(row.sum)),
      })),
    }
  }
}

function chartView(
  points: readonly BalancePoint[],
  { people, wording }: Pick<StatisticsFacts, 'people' | 'wording'>,
) {
  const chart = balanceChart(points)
  const [first, last] = [points[0], points.at(-1)]
  if (chart === null || first === undefined || last === undefined) return null
  return {
    ...chart,
    label: wording.say('statistics.chart'),
    above: wording.say('statistics.more', { name: parentIn(people, 'a') }),
    below: wording.say('statistics.more', { name: parentIn(people, 'b') }),
    from: wording.date(first.night),
    to: wording.date(last.night),
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
