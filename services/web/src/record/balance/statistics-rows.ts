import type { AssignedNight } from '@night-routine/database/nights'
import {
  isHalves,
  parentIds,
  sumNights,
  totalOf,
  type Ledger,
  type NightGroup,
  type NightSum,
} from '@night-routine/fairness'
import { isBefore } from '@night-routine/household'
import { nightsOf, type StatisticsSpan } from './statistics-span.ts'

/** Whether nights are over, are still planned, or lie before the first night that counts. */
export type Status = 'uncounted' | 'soFar' | 'planned'

/** Nights of one month and one status, or all that lie before or after the months shown. */
export interface StatisticsRow {
  period: 'before' | 'month' | 'after'
  /** `YYYY-MM`: the month, or the one that it is before or after. */
  month: string
  /** Whether the row after the months shown is all of the next one. */
  isNext: boolean
  status: Status
  sum: NightSum
  /** What the nights add to the balance, and the balance after them, in units; null before the first that counts. */
  difference: number | null
  balance: number | null
  /** The nights of the row, in order; only those of months shown are read. */
  nights: readonly AssignedNight[]
}

/** A night after which the balance is this, in units. */
export interface BalancePoint {
  night: Temporal.PlainDate
  status: Status
  balance: number
}

/** The statistics as an account: headline, table, chart and file all come from it. */
export type BalanceStatement = ReturnType<typeof balanceStatement>

export interface StatementFacts {
  tonight: Temporal.PlainDate
  span: StatisticsSpan
  /** All nights of the span, in order. */
  nights: readonly AssignedNight[]
  /** Every counted night in groups, which end at `cutsOf`. */
  counted: readonly NightGroup[]
  /** The first night that counts; null for the first stored one. */
  countFrom: Temporal.PlainDate | null
  ledger: Ledger
}

/** Where groups of counted nights have to end, so that each of them belongs to one row, and is in a period or not. */
export function cutsOf(span: StatisticsSpan, tonight: Temporal.PlainDate): Temporal.PlainDate[] {
  const { from, to } = nightsOf(span)
  return [from, to.add({ days: 1 }), tonight, ...Object.values(firstNights(tonight))]
}

/** With which night the periods begin. */
function firstNights(tonight: Temporal.PlainDate) {
  return { thisYear: tonight.with({ month: 1, day: 1 }), lastYear: tonight.subtract({ years: 1 }) }
}

/** Enters all nights into the account. */
export function balanceStatement(facts: StatementFacts) {
  const { span, counted, nights, tonight, ledger } = facts
  const { from, to } = nightsOf(span)
  const entries = [
    ...outside(
      'before',
      counted.filter(({ last }) => isBefore(last, from)),
      facts,
    ),
    ...months(facts),
    ...outside(
      'after',
      counted.filter(({ last }) => isBefore(to, last)),
      facts,
    ),
  ]
  let balance: number | null = null
  const points: BalancePoint[] = []
  const rows = entries.map((entry): StatisticsRow => {
    if (entry.status === 'uncounted') return { ...entry, difference: null, balance }
    const before: number = balance ?? 0
    const difference = entry.sum.balance
    let running = before
    for (const { night, caregiver } of entry.nights) {
      running += ledger.step(caregiver, ledger.weightOf(night), night)
      points.push({ night, status: entry.status, balance: running })
    }
    balance = before + difference
    return { ...entry, difference, balance }
  })
  // A month without a night is a row, but nothing was done in it.
  const full = rows.filter(({ period, nights: theirs }) => period !== 'month' || theirs.length > 0)
  const done = full.filter(({ status }) => status === 'soFar')
  const planned = full.filter(({ status }) => status === 'planned')
  const since = (first: Temporal.PlainDate) => {
    const those = counted.filter(({ last }) => !isBefore(last, first) && isBefore(last, tonight))
    return those.length === 0 ? null : sumNights(those, ledger)
  }
  const begins = firstNights(tonight)
  const lastNights = [nights.at(-1)?.night ?? [], ...counted.map(({ last }) => last)].flat()
  const latest = lastNights
    .filter(night => !isBefore(night, tonight))
    .toSorted((one, other) => Temporal.PlainDate.compare(one, other))
    .at(-1)
  return {
    /** In order. The balance of a row is that of the row before, plus its difference. */
    rows,
    /** The balance night by night, in the months shown. */
    points,
    /** What is done, and what is done and planned; null without such a night. */
    soFar: done.length === 0 ? null : totalOf(done.map(({ sum }) => sum)),
    withPlan: planned.length === 0 ? null : totalOf([...done, ...planned].map(({ sum }) => sum)),
    /** What is done since 1 January, and in the last twelve months up to last night; null without such a night. */
    thisYear: since(begins.thisYear),
    lastYear: since(begins.lastYear),
    /** Half and half in every row: the balance is what one parent has done more than the other. */
    isHalves: rows.every(({ status, sum }) => status === 'uncounted' || isHalves(sum)),
    /** Some row has nights that weigh more or less than one. */
    isWeighed: rows.some(({ sum }) => isWeighed(sum)),
    /** The last night of the plan; null without one. */
    planEnd: latest ?? null,
  }
}

/** Whether nights weigh something else than their count. */
export function isWeighed({ counts, weighed }: NightSum): boolean {
  return parentIds.some(parent => counts[parent] !== weighed[parent])
}

type Entry = Omit<StatisticsRow, 'difference' | 'balance'>

/** Up to two rows: what is done of these nights, and what is planned. */
function outside(
  period: 'before' | 'after',
  counted: readonly NightGroup[],
  { span, tonight, ledger }: Pick<StatementFacts, 'span' | 'tonight' | 'ledger'>,
): Entry[] {
  const month = period === 'before' ? span.first : span.last
  const groups = counted.map(group => ({
    ...group,
    status: isBefore(group.last, tonight) ? ('soFar' as const) : ('planned' as const),
  }))
  return (['soFar', 'planned'] as const).flatMap(status => {
    const those = groups.filter(group => group.status === status)
    if (those.length === 0) return []
    const next = month.add({ months: 1 }).toString()
    const isNext = period === 'after' && those.every(({ last }) => monthOf(last) === next)
    const sum = sumNights(those, ledger)
    return { period, month: month.toString(), isNext, status, sum, nights: [] }
  })
}

/** The rows of each month, from the first one with a night to tonight's, or to the last one with a night. */
function months(facts: StatementFacts): Entry[] {
  const { span, nights, counted, tonight, ledger } = facts
  // Comparing and slicing text: a page has up to two thousand nights.
  const current = monthOf(tonight)
  const byMonth = Map.groupBy(nights, ({ night }) => monthOf(night))
  const isOld = counted.some(({ last }) => isBefore(last, nightsOf(span).from))
  const first = isOld ? '' : ([...byMonth.keys()].toSorted()[0] ?? '9999')
  return monthsOf(span).flatMap(month => {
    const those = byMonth.get(month)
    if (those === undefined)
      return month < first || month > current ? [] : entry(month, emptyStatus(month, facts), [])
    const byStatus = Map.groupBy(those, ({ night }) => statusOf(night, facts))
    return [...byStatus].map(([status, ofStatus]) => entry(month, status, ofStatus))
  })

  function entry(month: string, status: Status, theirs: readonly AssignedNight[]): Entry {
    const groups = theirs.map(({ night, caregiver }) => ({ caregiver, nights: 1, last: night }))
    const sum = sumNights(groups, ledger)
    return { period: 'month', month, isNext: false, status, sum, nights: theirs }
  }
}

/** The months of a span as `YYYY-MM`, in order. */
function monthsOf({ first, last }: StatisticsSpan): string[] {
  const { years, months: more } = first.until(last)
  return Array.from({ length: years * 12 + more + 1 }, (_, index) =>
    first.add({ months: index }).toString(),
  )
}

function statusOf(
  night: Temporal.PlainDate,
  { tonight, countFrom }: Pick<StatementFacts, 'tonight' | 'countFrom'>,
): Status {
  if (countFrom !== null && isBefore(night, countFrom)) return 'uncounted'
  return isBefore(night, tonight) ? 'soFar' : 'planned'
}

function emptyStatus(month: string, facts: StatementFacts): Status {
  return statusOf(Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }), facts)
}

// A PlainYearMonth for each night would wait for a full collection.
function monthOf(night: Temporal.PlainDate): string {
  return night.toString().slice(0, -'-dd'.length)
}
