import ICAL from 'ical.js'
import { isCalendarText } from '../busy/calendar-text.ts'
import { parseCalendar } from '../caldav/event-body.ts'
import { notXml } from '../caldav/xml.ts'
import { outsideIdentifier } from '../outside-event.ts'

/** What a calendar server needs to know of a file with an event. */
export interface EventFile {
  uid: string
  /** All properties of the event, of a series the one that repeats; names in lower case. */
  text: (property: string) => string | null
  has: (property: string) => boolean
  /** The first and the last day that it can touch, as `YYYY-MM-DD`; a series without an end touches all. */
  first: string
  last: string
}

/** Reads a file that an app wrote; null for one without an event, or with several, or one that cannot be read. */
export function readEventFile(text: string): EventFile | null {
  // One odd letter would spoil every list that has the event.
  if (!isCalendarText(text) || text.search(notXml) >= 0) return null
  try {
    const { calendar, event } = parseCalendar(text)
    const uids = calendar.getAllSubcomponents('vevent').map(one => one.getFirstPropertyValue('uid'))
    const uid = outsideIdentifier(uids[0])
    if (uid === null || new Set(uids).size > 1 || calendar.hasProperty('method')) return null
    return {
      uid,
      text: property => event.getFirstProperty(property)?.getFirstValue()?.toString() ?? null,
      has: property => event.hasProperty(property),
      ...daysOf(event),
    }
  } catch {
    return null
  }
}

const always = { first: '0000-01-01', last: '9999-12-31' }

// Days and not moments: zones differ by a day, and an app that gets an event too many shows it where it belongs.
function daysOf(event: ICAL.Component): Pick<EventFile, 'first' | 'last'> {
  const start = event.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time)) return always
  const duration = event.getFirstPropertyValue('duration')
  const end = event.getFirstPropertyValue('dtend')
  const after = start.clone()
  if (duration instanceof ICAL.Duration) after.addDuration(duration)
  const span = { first: isoDay(start, -1), last: isoDay(end instanceof ICAL.Time ? end : after, 1) }
  if (event.hasProperty('rdate')) return always
  const rule = event.getFirstPropertyValue('rrule')
  if (!(rule instanceof ICAL.Recur)) return span
  return { first: span.first, last: rule.until ? isoDay(rule.until, 2) : always.last }
}

function isoDay(time: ICAL.Time, moreDays: number): string {
  const { year, month, day } = time
  return String(new Temporal.PlainDate(year, month, day).add({ days: moreDays }))
}
