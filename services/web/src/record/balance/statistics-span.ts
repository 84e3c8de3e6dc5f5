import type { PlainKey } from '@night-routine/wording'
import { parseMonth } from '../../plugins/month.ts'

/** The months of the statistics, both included. */
export interface StatisticsSpan {
  first: Temporal.PlainYearMonth
  last: Temporal.PlainYearMonth
}

const monthsShown = 12
const mostMonths = 60
/** The database and people's calendars know no nights outside of these years. */
const years = { first: 2000, last: 2099 }

/**
 * The months asked for, as `YYYY-MM`: the last one is tonight's unless asked for, and the first one makes it twelve.
 * An empty form field asks for nothing. Otherwise what is wrong with them.
 */
export function statisticsSpan(
  asked: { from?: string; to?: string },
  tonight: Temporal.PlainDate,
): StatisticsSpan | { fault: PlainKey; field: 'from' | 'to' } {
  const last = asked.to ? monthIn(asked.to) : tonight.toPlainYearMonth()
  if (last === undefined) return { fault: 'statistics.noMonth', field: 'to' }
  const first = asked.from ? monthIn(asked.from) : last.subtract({ months: monthsShown - 1 })
  if (first === undefined) return { fault: 'statistics.noMonth', field: 'from' }
  if (Temporal.PlainYearMonth.compare(first, last) > 0)
    return { fault: 'statistics.reversed', field: 'from' }
  if (Temporal.PlainYearMonth.compare(first.add({ months: mostMonths }), last) <= 0)
    return { fault: 'statistics.tooManyMonths', field: 'from' }
  return { first, last }
}

function monthIn(text: string) {
  const month = parseMonth(text)
  return month && month.year >= years.first && month.year <= years.last ? month : undefined
}

/** The first and the last night of these months. */
export function nightsOf({ first, last }: StatisticsSpan) {
  return {
    from: first.toPlainDate({ day: 1 }),
    to: last.toPlainDate({ day: last.daysInMonth }),
  }
}
