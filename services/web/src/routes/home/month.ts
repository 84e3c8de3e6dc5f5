/** The nights of a month page: whole weeks, so some belong to the months around it. */
export interface MonthRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
  weeks: number
}

/** The weeks of a month, from the household's first day of the week (ISO, 1 is Monday). */
export function monthRange(month: Temporal.PlainYearMonth, weekStart: number): MonthRange {
  const first = month.toPlainDate({ day: 1 })
  const lead = (first.dayOfWeek - weekStart + 7) % 7
  const weeks = Math.ceil((lead + month.daysInMonth) / 7)
  const from = first.subtract({ days: lead })
  return { from, to: from.add({ days: weeks * 7 - 1 }), weeks }
}

const reachMonths = 60

/** Whether a month is within five years of tonight. */
export function isWithinReach(month: Temporal.PlainYearMonth, tonight: Temporal.PlainDate) {
  const { years, months } = month.since(tonight.toPlainYearMonth())
  return Math.abs(years * 12 + months) <= reachMonths
}

/** The month in the address; undefined if invalid. */
export function parseMonth(text: string): Temporal.PlainYearMonth | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? Temporal.PlainYearMonth.from(text) : undefined
}
