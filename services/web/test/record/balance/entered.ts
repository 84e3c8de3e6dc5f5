import type { AssignedNight } from '@night-routine/database/nights'
import { ledgerOf, type Split } from '@night-routine/fairness'
import { isBefore } from '@night-routine/household'
import {
  balanceStatement,
  type BalanceStatement,
} from '../../../src/record/balance/statistics-rows.ts'
import { nightsOf, type StatisticsSpan } from '../../../src/record/balance/statistics-span.ts'
import { day } from '../../nights.ts'

/** The account of these nights, as the route reads them: those of the span one by one, all that count in groups. */
export function accountOf({
  nights,
  split = {},
  countFrom = null,
  ...facts
}: {
  nights: readonly AssignedNight[]
  tonight: Temporal.PlainDate
  span: StatisticsSpan
  split?: Split
  countFrom?: Temporal.PlainDate | null
}): BalanceStatement {
  const { from, to } = nightsOf(facts.span)
  const counts = ({ night }: AssignedNight) => countFrom === null || !isBefore(night, countFrom)
  return balanceStatement({
    ...facts,
    nights: nights.filter(({ night }) => !isBefore(night, from) && !isBefore(to, night)),
    counted: nights
      .filter(counts)
      .map(({ night, caregiver }) => ({ caregiver, nights: 1, last: night })),
    countFrom,
    ledger: ledgerOf(split),
  })
}

/** The months from one to another. */
export function spanOf(first: string, last: string): StatisticsSpan {
  return {
    first: day(`${first}-01`).toPlainYearMonth(),
    last: day(`${last}-01`).toPlainYearMonth(),
  }
}
