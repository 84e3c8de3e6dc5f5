import type { EventEdit } from '../../control/contract.ts'
import { spanOf } from '../../events/span.ts'
import { text } from '../../events/parameters.ts'
import type { Query } from '../../events/parameters.ts'
import { GoogleError } from '../../google-error.ts'
import type { StoredEvent } from '../../state/state.ts'

/**
 * What the form says an event should be. An event that exists keeps its length; a new one lasts a
 * day, or an hour from its time on, in the calendar's zone.
 *
 * @throws GoogleError 400 with a sentence about an invalid date or time
 */
export function readEventForm(
  form: Query,
  { before, timeZone }: { before: StoredEvent | undefined; timeZone: string },
): EventEdit {
  return {
    ...readSpan(form, before, timeZone),
    summary: text(form, 'summary') ?? null,
    // Browsers send the lines of a text area as CRLF.
    description: text(form, 'description')?.replaceAll('\r\n', '\n') ?? null,
  }
}

function readSpan(form: Query, before: StoredEvent | undefined, timeZone: string) {
  const day = parsed(text(form, 'date'), 'date', written => Temporal.PlainDate.from(written))
  if (day === undefined) throw new GoogleError(400, 'invalid', 'A date is needed.')
  const time = parsed(text(form, 'time'), 'time', written => Temporal.PlainTime.from(written))

  if (time === undefined) return { start: on(day), end: on(day.add(daysOf(before))) }
  const start = day.toZonedDateTime({ timeZone, plainTime: time })
  return { start: at(start), end: at(start.add(hoursOf(before, timeZone))) }
}

function parsed<Value>(
  written: string | undefined,
  what: 'date' | 'time',
  parse: (written: string) => Value,
): Value | undefined {
  const form = what === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d\d:\d\d(:\d\d)?$/
  try {
    if (written === undefined) return undefined
    if (form.test(written)) return parse(written)
  } catch {
    // Temporal refuses the date or time; the message below names it.
  }
  throw new GoogleError(400, 'invalid', `There is no ${what} ${written}.`)
}

function daysOf(before: StoredEvent | undefined): Temporal.DurationLike {
  const { start, end } = before?.content ?? {}
  if (start?.date === undefined || end?.date === undefined) return { days: 1 }
  return { days: Temporal.PlainDate.from(start.date).until(end.date).days }
}

function hoursOf(before: StoredEvent | undefined, timeZone: string): Temporal.DurationLike {
  if (before?.content.start.dateTime === undefined) return { hours: 1 }
  const { end, start } = spanOf(before.content, timeZone)
  return start.until(end)
}

function at(moment: Temporal.ZonedDateTime) {
  const dateTime = moment.toString({ timeZoneName: 'never' })
  return { dateTime, timeZone: moment.timeZoneId, date: null }
}

function on(day: Temporal.PlainDate) {
  return { date: day.toString(), dateTime: null, timeZone: null }
}
