import { GoogleError, invalidValue } from '../google-error.ts'

interface EventTime {
  date?: string
  dateTime?: string
  timeZone?: string
}

interface Timed {
  start: EventTime
  end: EventTime
}

/** Start and exclusive end of an event. All-day dates start at midnight in the calendar's time zone. */
export function spanOf(event: Timed, timeZone: string) {
  return { start: instantOf(event.start, timeZone), end: instantOf(event.end, timeZone) }
}

/**
 * Start and end must be both dates or both times, and the end later.
 *
 * @throws GoogleError 400 `invalid`, or `timeRangeEmpty`
 */
export function checkSpan(event: Timed, timeZone: string): void {
  if ((event.start.date === undefined) !== (event.end.date === undefined)) {
    throw invalidValue('Start and end times must either both be date or both be dateTime.')
  }
  const { start, end } = spanOf(event, timeZone)
  if (Temporal.Instant.compare(start, end) >= 0) {
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', {
      domain: 'calendar',
    })
  }
}

function instantOf(time: EventTime, calendarZone: string): Temporal.Instant {
  const { date, dateTime, timeZone = calendarZone } = time
  try {
    if (dateTime === undefined && date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date)) {
      return Temporal.PlainDate.from(date).toZonedDateTime(calendarZone).toInstant()
    }
    if (dateTime !== undefined && date === undefined) {
      if (/(Z|[+-]\d\d:\d\d)$/i.test(dateTime)) return Temporal.Instant.from(dateTime)
      // A time without an offset needs a time zone.
      if (time.timeZone !== undefined) {
        return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).toInstant()
      }
    }
  } catch {
    // Temporal refuses it, which gets the response below.
  }
  throw invalidValue('Invalid start or end time.')
}
