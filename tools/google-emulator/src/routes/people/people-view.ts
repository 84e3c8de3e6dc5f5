import { spanOf } from '../../events/span.ts'
import type { Calendar, StoredEvent } from '../../state/state.ts'

/** The state of the page, all of it in the address. */
export interface PeopleQuery {
  calendar?: string | undefined
  /** YYYY-MM */
  month?: string | undefined
  /** An event to edit. */
  event?: string | undefined
  /** YYYY-MM-DD: a day to put a new event on. */
  day?: string | undefined
  /** What was wrong with the last form. */
  problem?: string | undefined
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The address of this page in another state. */
export function peopleAddress(query: PeopleQuery): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) parameters.set(name, value)
  return `/?${parameters.toString()}`
}

/** Date and time of day as the calendar's people read them; no time is all day. */
function startOf({ content }: StoredEvent, timeZone: string): { date: string; time: string } {
  if (content.start.date !== undefined) return { date: content.start.date, time: '' }
  const start = spanOf(content, timeZone).start.toZonedDateTimeISO(timeZone)
  const time = start.toPlainTime().toString({ smallestUnit: 'minute' })
  return { date: start.toPlainDate().toString(), time }
}

function editor(calendar: Calendar, month: string, query: PeopleQuery) {
  const event = query.event === undefined ? undefined : calendar.events.get(query.event)
  if (event && event.content.status !== 'cancelled') {
    const { summary = '', description = '' } = event.content
    return {
      heading: 'Edit event',
      id: event.id,
      ...startOf(event, calendar.timeZone),
      summary,
      description,
      month,
    }
  }
  if (!query.day) return null
  return {
    heading: 'New event',
    id: '',
    date: query.day,
    time: '',
    summary: '',
    description: '',
    month,
  }
}

/** Everything the page shows: a month of one calendar, and the event that is being edited. */
export function peopleView(
  calendars: readonly Calendar[],
  calendar: Calendar,
  today: Temporal.PlainDate,
  query: PeopleQuery,
) {
  const month = Temporal.PlainYearMonth.from(query.month ?? today.toPlainYearMonth().toString())
  const here = { calendar: calendar.id, month: month.toString() }
  const shown = [...calendar.events.values()]
    .filter(({ content }) => content.status !== 'cancelled')
    .map(event => ({
      id: event.id,
      title: event.content.summary ?? '(no title)',
      ...startOf(event, calendar.timeZone),
    }))
    .toSorted((left, right) => (left.time < right.time ? -1 : 1))
  const first = month.toPlainDate({ day: 1 })
  const monday = first.subtract({ days: first.dayOfWeek - 1 })
  const weeks = Math.ceil((first.dayOfWeek - 1 + month.daysInMonth) / 7)

  const cell = (date: Temporal.PlainDate) => ({
    day: date.day,
    date: date.toString(),
    today: date.equals(today),
    create: peopleAddress({ ...here, day: date.toString() }),
    events: shown
      .filter(event => event.date === date.toString())
      .map(({ id, time, title }) => ({
        title: `${time} ${title}`.trim(),
        address: peopleAddress({ ...here, event: id }),
      })),
  })
  return {
    title: calendar.summary,
    calendarId: calendar.id,
    month: first.toLocaleString('en-GB', { month: 'long', year: 'numeric' }),
    previous: peopleAddress({ ...here, month: month.subtract({ months: 1 }).toString() }),
    next: peopleAddress({ ...here, month: month.add({ months: 1 }).toString() }),
    close: peopleAddress(here),
    calendars: calendars.map(({ id, summary, primaryOf }) => ({
      summary: primaryOf === null ? summary : `${summary} (personal)`,
      address: peopleAddress({ ...here, calendar: id }),
      current: id === calendar.id,
    })),
    weekdays,
    weeks: Array.from({ length: weeks }, (_, week) =>
      weekdays.map((_name, weekday) => cell(monday.add({ days: week * 7 + weekday }))),
    ),
    editor: editor(calendar, month.toString(), query),
    problem: query.problem ?? null,
  }
}
