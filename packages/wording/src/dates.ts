/** Dates as people write them in one language. */
export interface Dates {
  /** "Thursday 12 November" */
  night: (date: Temporal.PlainDate) => string
  /** "Thu 12 Nov", where there is little room */
  shortNight: (date: Temporal.PlainDate) => string
  /** "November 2026", for `2026-11` */
  month: (month: string) => string
  /** "Nov" */
  shortMonth: (date: Temporal.PlainDate) => string
  /** "Monday" or "Mon", for an ISO weekday, 1 (Monday) to 7 */
  weekday: (weekday: number, length?: 'long' | 'short') => string
  /** "12 – 18 November" (thin spaces), from two dates `YYYY-MM-DD`, both inclusive; one date when they are equal */
  range: (from: string, to: string) => string
  /** "12 November 2026" */
  date: (date: Temporal.PlainDate) => string
  /** "19:05", local time */
  time: (time: Temporal.PlainTime) => string
  /** "just now", "5 minutes ago" */
  ago: (then: Temporal.Instant, now: Temporal.Instant) => string
  /** The same text with a capital first letter, for a title or the start of a line. */
  capital: (text: string) => string
}

const mostNightsKept = 1_000
const aMonday = Temporal.PlainDate.from('2026-01-05')

/** @param texts how a day of the month is written in a date, and "just now" */
export function datesIn(
  locale: string,
  { dayOfMonth, justNow }: { dayOfMonth: (day: number) => string; justNow: string },
): Dates {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })

  const night = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
  const shortNight = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
  const month = formatter({ month: 'long', year: 'numeric' })
  const shortMonth = formatter({ month: 'short' })
  const range = formatter({ day: 'numeric', month: 'long' })
  const date = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
  const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const relative = new Intl.RelativeTimeFormat(locale)
  const weekdays = {
    long: daysOfWeek(formatter({ weekday: 'long' })),
    short: daysOfWeek(formatter({ weekday: 'short' })),
  }
  const inDays = ({ type, value }: Intl.DateTimeFormatPart | Intl.DateTimeRangeFormatPart) =>
    type === 'day' ? dayOfMonth(Number(value)) : value
  const write = (format: Intl.DateTimeFormat, day: Temporal.PlainDate) =>
    format.formatToParts(instant(day)).map(inDays).join('')
  // A page names about fifty nights, and the next page nearly the same ones.
  const nights = new Map<string, string>()
  const writeNight = (day: Temporal.PlainDate) => {
    const key = day.toString()
    const known = nights.get(key) ?? write(night, day)
    if (nights.size >= mostNightsKept) nights.clear()
    nights.set(key, known)
    return known
  }

  return {
    night: writeNight,
    shortNight: day => write(shortNight, day),
    month: text => month.format(instant(`${text}-01`)),
    shortMonth: day => shortMonth.format(instant(day)),
    weekday: (weekday, length = 'long') => weekdays[length][weekday - 1] ?? '',
    range: (from, to) => range.formatRangeToParts(instant(from), instant(to)).map(inDays).join(''),
    date: day => write(date, day),
    time: clock => time.format(instant(aMonday) + milliseconds(clock)),
    ago(then, now) {
      const minutes = Math.floor((now.epochMilliseconds - then.epochMilliseconds) / 60_000)
      const hours = Math.floor(minutes / 60)
      if (minutes < 1) return justNow
      if (minutes < 60) return relative.format(-minutes, 'minute')
      if (hours < 48) return relative.format(-hours, 'hour')
      return relative.format(-Math.floor(hours / 24), 'day')
    },
    capital: text => {
      const [first = '', ...others] = text
      return first.toLocaleUpperCase(locale) + others.join('')
    },
  }
}

function daysOfWeek(format: Intl.DateTimeFormat) {
  return Array.from({ length: 7 }, (_, days) => format.format(instant(aMonday.add({ days }))))
}

// TypeScript's Intl types lack Temporal; the formatters use UTC, so no date can shift.
function instant(date: Temporal.PlainDate | string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime('UTC').epochMilliseconds
}

function milliseconds({ hour, minute }: Temporal.PlainTime): number {
  return (hour * 60 + minute) * 60_000
}
