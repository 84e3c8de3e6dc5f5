/** Dates as people write them in one language. */
export interface Dates extends ReturnType<typeof datesIn> {}

const mostNightsKept = 1_000
const aMonday = Temporal.PlainDate.from('2026-01-05')

/** @param texts how a day of the month is written in a date, nights from one to another, of another year, and "just now" */
export function datesIn(
  locale: string,
  texts: {
    dayOfMonth: (day: number) => string
    oneNight: (night: string) => string
    fromTo: (from: string, to: string) => string
    inYear: (night: string, year: number) => string
    justNow: string
  },
) {
  const { dayOfMonth, oneNight, fromTo, inYear, justNow } = texts
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })

  const night = formatter({ weekday: 'long', day: 'numeric', month: 'long' })
  const shortNight = formatter({ weekday: 'short', day: 'numeric', month: 'short' })
  const month = formatter({ month: 'long', year: 'numeric' })
  const shortMonth = formatter({ month: 'short' })
  const dayOnly = formatter({ weekday: 'long', day: 'numeric' })
  const dayOfMonthOnly = formatter({ day: 'numeric' })
  const dayAndMonth = formatter({ day: 'numeric', month: 'long' })
  const date = formatter({ day: 'numeric', month: 'long', year: 'numeric' })
  const time = formatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const relative = new Intl.RelativeTimeFormat(locale)
  const weekdays = {
    long: daysOfWeek(formatter({ weekday: 'long' })),
    short: daysOfWeek(formatter({ weekday: 'short' })),
  }
  // CLDR writes a Spanish date as it stands alone; a sentence has no comma in "el lunes 30 de noviembre".
  const comma = locale.startsWith('es') ? ',' : ''
  const inDays = ({ type, value }: Intl.DateTimeFormatPart) =>
    type === 'day' ? dayOfMonth(Number(value)) : value.replace(comma, '')
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
  const nightNear = (day: Temporal.PlainDate, near: Temporal.PlainDate) => {
    if (day.year !== near.year) return inYear(writeNight(day), day.year)
    return day.month === near.month ? write(dayOnly, day) : writeNight(day)
  }

  return {
    /** "Thursday 12 November" */
    night: writeNight,
    /** "Thu 12 Nov", where there is little room */
    shortNight: (day: Temporal.PlainDate) => write(shortNight, day),
    /** "November 2026", for `2026-11` */
    month: (text: string) => month.format(instant(`${text}-01`)),
    /** "Nov" */
    shortMonth: (day: Temporal.PlainDate) => shortMonth.format(instant(day)),
    /** "Monday" or "Mon", for an ISO weekday, 1 (Monday) to 7 */
    weekday: (weekday: number, length: 'long' | 'short' = 'long') =>
      weekdays[length][weekday - 1] ?? '',
    /** "Friday 27" in the month of `near`, otherwise "Friday 4 December", with the year if that differs, too */
    nightNear,
    /**
     * "Friday 4 to Sunday 6 December", for a sentence, from two dates `YYYY-MM-DD`, both inclusive; one night when they
     * are equal. With the year where it changes, or is not that of `near`.
     */
    range: (from: string, to: string, near?: Temporal.PlainDate) => {
      const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)]
      const hasYear = last.year !== (near ?? last).year || last.year !== first.year
      const end = hasYear ? inYear(writeNight(last), last.year) : writeNight(last)
      return first.equals(last) ? oneNight(end) : fromTo(nightNear(first, last), end)
    },
    /** "3", "17" and "31 January", for a list of days in order, which says a month once if it is the same for all */
    days: (dates: readonly Temporal.PlainDate[]) => {
      const last = dates.at(-1)
      const isSaidLast = dates.every(({ month: each }) => each === last?.month)
      return dates.map(day => write(isSaidLast && day !== last ? dayOfMonthOnly : dayAndMonth, day))
    },
    /** "12 November 2026" */
    date: (day: Temporal.PlainDate) => write(date, day),
    /** "19:05", local time */
    time: (clock: Temporal.PlainTime) => time.format(instant(aMonday) + milliseconds(clock)),
    /** "just now", "5 minutes ago" */
    ago: (then: Temporal.Instant, now: Temporal.Instant) => {
      const minutes = Math.floor((now.epochMilliseconds - then.epochMilliseconds) / 60_000)
      const hours = Math.floor(minutes / 60)
      if (minutes < 1) return justNow
      if (minutes < 60) return relative.format(-minutes, 'minute')
      if (hours < 48) return relative.format(-hours, 'hour')
      return relative.format(-Math.floor(hours / 24), 'day')
    },
    /** The same text with a capital first letter, for a title or the start of a line. */
    capital: (text: string) => {
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
