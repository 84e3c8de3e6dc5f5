/** Dates as people of one language write them. */
export interface Dates {
  /** "Thursday 12 November" */
  night: (date: Temporal.PlainDate) => string
  /** "November 2026", of `2026-11` */
  month: (month: string) => string
  /** "Monday" or "Mon", of an ISO weekday: 1 (Monday) to 7 */
  weekday: (weekday: number, length?: 'long' | 'short') => string
  /** "12 – 18 November" (thin spaces), of two dates `YYYY-MM-DD`, both inclusive; one date when they are the same */
  range: (from: string, to: string) => string
}

const someMonday = Temporal.PlainDate.from('2026-01-05')

export function datesIn(locale: string): Dates {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })

  const night = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
  const month = formatter({ month: 'long', year: 'numeric' })
  const range = formatter({ day: 'numeric', month: 'long' })
  const weekdays = {
    long: formatter({ weekday: 'long' }),
    short: formatter({ weekday: 'short' }),
  }
  return {
    night: date => night.format(instant(date)),
    month: text => month.format(instant(`${text}-01`)),
    weekday: (weekday, length = 'long') =>
      weekdays[length].format(instant(someMonday.add({ days: weekday - 1 }))),
    range: (from, to) => range.formatRange(instant(from), instant(to)),
  }
}

// The compiler's Intl does not know civil dates yet; the formatters work in UTC, so none can shift.
function instant(date: Temporal.PlainDate | string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds
}
