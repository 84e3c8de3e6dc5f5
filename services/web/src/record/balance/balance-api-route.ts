import { inNights, type NightSum } from '@night-routine/fairness'
import { Type, type Static } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { readStatement } from './read-statement.ts'
import type { StatisticsRow } from './statistics-rows.ts'

const text = Type.String()
const numberOrNull = Type.Union([Type.Number(), Type.Null()])
const ofParents = Type.Object({ a: Type.Number(), b: Type.Number() })

const query = Type.Object(
  { from: Type.Optional(text), to: Type.Optional(text) },
  {
    description:
      'Who did how many nights in each month from one to another (`YYYY-MM`), at most 60; by default the last ' +
      'twelve. The balance is how many more nights parent `a` has done than `b`; with another share than half, twice ' +
      'what `a` has done more than agreed. `weighed` are nights times their weight. `so_far` has what is done, ' +
      '`this_year` since 1 January, `last_year` in the last twelve months, `with_plan` also what is planned. Months that ' +
      'do not count have no balance.',
  },
)

const sum = Type.Object({
  nights: Type.Object({ a: Type.Integer(), b: Type.Integer(), babysitter: Type.Integer() }),
  weighed: ofParents,
  balance: numberOrNull,
})
const sumOrNull = Type.Union([sum, Type.Null()])

const answer = Type.Object({
  names: Type.Object({ a: text, b: text }),
  share: ofParents,
  count_from: Type.Union([text, Type.Null()]),
  so_far: sumOrNull,
  this_year: sumOrNull,
  last_year: sumOrNull,
  with_plan: sumOrNull,
  months: Type.Array(
    Type.Object({
      period: Type.Enum(['before', 'month', 'after']),
      month: text,
      status: Type.Enum(['uncounted', 'so_far', 'planned']),
      difference: numberOrNull,
      ...sum.properties,
    }),
  ),
})

const statuses = { uncounted: 'uncounted', soFar: 'so_far', planned: 'planned' } as const

/** The statistics, as JSON. */
export default async function balanceApi(service: WebService, context: WebContext) {
  const schema = { querystring: query, response: { 200: answer } }
  service.get('/api/balance', { schema }, async request => {
    const { account, ledger, names, settings, tonight } = await readStatement(request, context)
    return {
      names,
      share: ledger.termsAt(tonight).share,
      count_from: settings.countFrom && settings.countFrom.toString(),
      so_far: totalView(account.soFar),
      this_year: totalView(account.thisYear),
      last_year: totalView(account.lastYear),
      with_plan: totalView(account.withPlan),
      months: account.rows.map(rowView),
    }
  })
}

function rowView(row: StatisticsRow): Static<typeof answer>['months'][number] {
  const { period, month, status, difference, balance } = row
  return {
    period,
    month,
    status: statuses[status],
    ...sumView(row.sum),
    difference: difference === null ? null : inNights(difference),
    balance: balance === null ? null : inNights(balance),
  }
}

function totalView(one: NightSum | null) {
  return one && { ...sumView(one), balance: inNights(one.balance) }
}

function sumView({ counts, weighed }: NightSum) {
  return { nights: counts, weighed }
}
