import ICAL from 'ical.js'
import { eventHash } from '../event-hash.ts'
import type { EventDraft, EventProperties, EventStatus, RemoteEvent } from '../port.ts'

/** An event of one resource, and whether it is a whole series. */
interface ParsedEvent {
  calendar: ICAL.Component
  event: ICAL.Component
  /** Changed occurrences of a series. */
  others: ICAL.Component[]
}

const prefix = 'x-night-routine-'
const propertyNames = [
  'app',
  'night',
  'generation',
  'hash',
  'lines',
  'caregiver',
  'reason',
  'installation',
] as const

/** A new event. It leaves people free in their calendars and has no reminders. */
export function newEvent(draft: EventDraft, now: Temporal.Instant): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Night Routine//EN')
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', draft.eventId)
  event.addPropertyWithValue('transp', 'TRANSPARENT')
  event.addPropertyWithValue('sequence', 0)
  fill(event, draft, now)
  calendar.addSubcomponent(event)
  return calendar.toString()
}

/**
 * The resource with what a draft changes in its event. Hours and recurrence that a person added are removed; all
 * else stays as the family's clients wrote it. Null when the resource has no event.
 */
export function changedEvent(
  body: string,
  draft: EventDraft,
  now: Temporal.Instant,
): string | null {
  const parsed = parse(body)
  if (parsed === null) return null
  const { calendar, event, others } = parsed
  for (const other of others) calendar.removeSubcomponent(other)
  for (const name of ['duration', 'rrule', 'rdate', 'exdate']) event.removeAllProperties(name)
  const sequence = Number(event.getFirstPropertyValue('sequence'))
  set(event, 'sequence', Number.isInteger(sequence) ? sequence + 1 : 1)
  set(event, 'last-modified', stamp(now))
  fill(event, draft, now)
  return calendar.toString()
}

function fill(event: ICAL.Component, draft: EventDraft, now: Temporal.Instant): void {
  const { summary, description, night, properties } = draft
  set(event, 'dtstamp', stamp(now))
  set(event, 'dtstart', day(night))
  set(event, 'dtend', day(night.add({ days: 1 })))
  set(event, 'summary', summary)
  set(event, 'description', description)
  set(event, 'status', 'CONFIRMED')
  for (const name of propertyNames) {
    const value = properties[name]
    if (value !== undefined) set(event, `${prefix}${name}`, value)
  }
}

// A new property has no parameters of the old one, such as a time zone.
function set(event: ICAL.Component, name: string, value: string | number | ICAL.Time): void {
  event.removeAllProperties(name)
  const property = new ICAL.Property(name)
  if (value instanceof ICAL.Time && value.isDate) property.resetType('date')
  property.setValue(value)
  event.addProperty(property)
}

function day({ year, month, day: dayOfMonth }: Temporal.PlainDate): ICAL.Time {
  return new ICAL.Time({ year, month, day: dayOfMonth, isDate: true }, ICAL.Timezone.localTimezone)
}

function stamp(now: Temporal.Instant): ICAL.Time {
  const { year, month, day: dayOfMonth, hour, minute, second } = now.toZonedDateTimeISO('UTC')
  return new ICAL.Time(
    { year, month, day: dayOfMonth, hour, minute, second },
    ICAL.Timezone.utcTimezone,
  )
}

/** The event of a resource in the port's terms; null when it has none, or cannot be read to its end. */
export function remoteEvent(body: string, serverEtag: string): RemoteEvent | null {
  const parsed = parse(body)
  const eventId = parsed && textOf(parsed.event, 'uid')
  if (!parsed || !eventId) return null
  const { event, others } = parsed
  const startDate = dateOf(event, 'dtstart')
  const meaning = {
    status: statusOf(event),
    summary: textOf(event, 'summary'),
    startDate,
    endDate: startDate && endOf(event, startDate),
  }
  const properties = propertiesOf(event)
  return {
    eventId,
    etag: etagOf(serverEtag, meaning),
    ...meaning,
    description: textOf(event, 'description'),
    repeats: others.length > 0 || event.hasProperty('rrule') || event.hasProperty('rdate'),
    properties,
    ...(isHidden(event, properties) && { detailsHidden: true }),
  }
}

/**
 * The server's etag and a hash of the text. SOGo's etag is a counter that restarts when an event is recreated, so
 * the same etag can stand for another text.
 */
function etagOf(serverEtag: string, meaning: Parameters<typeof eventHash>[0]): string {
  return `${serverEtag} ${eventHash(meaning).slice(0, 8)}`
}

/** The part of an etag that the server knows. */
export function serverEtagOf(etag: string): string {
  return etag.slice(0, etag.lastIndexOf(' '))
}

function parse(body: string): ParsedEvent | null {
  try {
    const calendar = new ICAL.Component(ICAL.parse(body))
    const events = calendar.getAllSubcomponents('vevent')
    const event = events.find(one => !one.hasProperty('recurrence-id')) ?? events[0]
    return event ? { calendar, event, others: events.filter(one => one !== event) } : null
  } catch {
    return null
  }
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : ''
}

function statusOf(event: ICAL.Component): EventStatus {
  const status = textOf(event, 'status').toUpperCase()
  if (status === 'CANCELLED') return 'cancelled'
  return status === 'TENTATIVE' ? 'tentative' : 'confirmed'
}

function dateOf(event: ICAL.Component, name: string): Temporal.PlainDate | null {
  const value = event.getFirstPropertyValue(name)
  return value instanceof ICAL.Time && value.isDate
    ? new Temporal.PlainDate(value.year, value.month, value.day)
    : null
}

// Without an end, an all-day event lasts one day (RFC 5545, 3.6.1).
function endOf(event: ICAL.Component, start: Temporal.PlainDate): Temporal.PlainDate | null {
  if (event.hasProperty('dtend')) return dateOf(event, 'dtend')
  const duration = event.getFirstPropertyValue('duration')
  if (!(duration instanceof ICAL.Duration)) return start.add({ days: 1 })
  return start.add({ days: Math.max(1, Math.round(duration.toSeconds() / 86_400)) })
}

function propertiesOf(event: ICAL.Component): Record<string, string> {
  const found = propertyNames.flatMap(name => {
    const value = textOf(event, `${prefix}${name}`)
    return event.hasProperty(`${prefix}${name}`) ? [[name, value] as const] : []
  })
  return Object.fromEntries(found) satisfies Partial<EventProperties>
}

// Nextcloud shows another account's confidential event as "Busy", without text and properties.
function isHidden(event: ICAL.Component, properties: Record<string, string>): boolean {
  const isPrivate = /^(PRIVATE|CONFIDENTIAL)$/i.test(textOf(event, 'class'))
  return isPrivate && Object.keys(properties).length === 0 && textOf(event, 'description') === ''
}

/** Whether the id has the form of ours. */
export function isOurId(eventId: string): boolean {
  return /^nr[0-9a-v]{30}$/.test(eventId)
}
