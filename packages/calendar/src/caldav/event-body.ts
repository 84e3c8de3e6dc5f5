import ICAL from 'ical.js'
import { eventHash } from '../event-hash.ts'
import {
  outsideEvent,
  outsideIdentifier,
  outsideName,
  propertyNames,
  unreadableEvent,
} from '../outside-event.ts'
import type { EventDraft, EventStatus, RemoteEvent } from '../port.ts'
import { besideFolds } from './folds.ts'

/** An event of one resource, and whether it is a whole series. */
interface ParsedEvent {
  calendar: ICAL.Component
  event: ICAL.Component
  /** Changed occurrences of a series. */
  others: ICAL.Component[]
}

const prefix = 'x-night-routine-'

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
 * else stays as the family's clients wrote it. Null when the resource has no event, or one that cannot be read.
 */
export function changedEvent(body: string, draft: EventDraft, now: Temporal.Instant) {
  try {
    const changed = change(parseCalendar(body), draft, now)
    return remoteEvent(changed, '')?.eventId === draft.eventId ? changed : null
  } catch {
    return null
  }
}

function change(
  { calendar, event, others }: ParsedEvent,
  draft: EventDraft,
  now: Temporal.Instant,
): string {
  for (const other of others) calendar.removeSubcomponent(other)
  for (const name of ['duration', 'rrule', 'rdate', 'exdate']) event.removeAllProperties(name)
  const sequence = Number(event.getFirstPropertyValue('sequence'))
  set(event, 'sequence', Number.isInteger(sequence) ? sequence + 1 : 1)
  set(event, 'last-modified', stamp(now))
  fill(event, draft, now)
  return calendar.toString()
}

function fill(event: ICAL.Component, draft: EventDraft, now: Temporal.Instant) {
  const { summary, description, night, properties } = draft
  set(event, 'dtstamp', stamp(now))
  set(event, 'dtstart', day(night))
  set(event, 'dtend', day(night.add({ days: 1 })))
  set(event, 'summary', besideFolds('summary', summary))
  set(event, 'description', besideFolds('description', description))
  set(event, 'status', 'CONFIRMED')
  for (const name of propertyNames) {
    const value = properties[name]
    if (value !== undefined) set(event, `${prefix}${name}`, value)
  }
}

// A new property has no parameters of the old one, such as a time zone.
function set(event: ICAL.Component, name: string, value: string | number | ICAL.Time) {
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

/**
 * The event of a resource in the port's terms; null when it has none, or one that cannot be read. `ical.js` throws
 * for a value only when it is asked for, so everything is read here.
 */
export function remoteEvent(body: string, serverEtag: string): RemoteEvent | null {
  try {
    return contentOf(parseCalendar(body), serverEtag)
  } catch {
    return null
  }
}

function contentOf({ event, others }: ParsedEvent, serverEtag: string): RemoteEvent | null {
  const eventId = outsideIdentifier(textOf(event, 'uid'))
  if (eventId === null) return null
  const startDate = dateOf(event, 'dtstart')
  const meaning = {
    status: statusOf(event),
    // A space in front may be ours; see `besideFolds`.
    summary: outsideName(textOf(event, 'summary')).trimStart(),
    startDate,
    endDate: startDate && endOf(event, startDate),
  }
  const properties = propertiesOf(event)
  return outsideEvent({
    eventId,
    etag: etagOf(serverEtag, meaning),
    ...meaning,
    description: textOf(event, 'description').trimStart(),
    repeats: others.length > 0 || event.hasProperty('rrule') || event.hasProperty('rdate'),
    properties,
    ...(isHidden(event, properties) && { detailsHidden: true }),
  })
}

/** An event of ours that cannot be read. Its text is no part of the version: servers spell it in several ways. */
export function unreadableResource(eventId: string, serverEtag: string): RemoteEvent {
  return unreadableEvent(eventId, `${serverEtag} unreadable`)
}

/** The id of ours that a text without readable event names. */
export function idInBody(body: string): string | null {
  return /^UID(?:;[^:\n]*)?:(nr[0-9a-v]{30})\r?$/m.exec(body)?.[1] ?? null
}

/**
 * The server's etag and a hash of the text. SOGo's etag is a counter that restarts when an event is recreated, so
 * the same etag can stand for another text.
 */
function etagOf(serverEtag: string, meaning: Parameters<typeof eventHash>[0]): string {
  return `${serverEtag} ${eventHash(meaning).slice(0, 8)}`
}

/** The part of an etag that the server knows; empty where it said none. */
export function serverEtagOf(etag: string): string {
  return etag.slice(0, etag.lastIndexOf(' '))
}

/** The condition of a write at this version, as far as the server knows it: `If-Match` takes no weak etag. */
export function ifMatch(etag: string): Record<string, string> {
  const known = serverEtagOf(etag)
  return known === '' || known.startsWith('W/') ? {} : { 'If-Match': known }
}

/** Whether two etags can be of one version: some servers say theirs in one kind of answer alone, or never. */
export function isSameVersion(one: string, other: string): boolean {
  const [known, asked] = [serverEtagOf(one), serverEtagOf(other)]
  if (known !== '' && asked !== '') return one === other
  return one.slice(known.length) === other.slice(asked.length)
}

/** More than any client writes: the time that `ical.js` takes grows with the square of a line's parameters. */
const endlessParameters = /^(?:[^:"\n]|"[^"\n]*"){10000}/m

/** @throws Error for a text without an event, or one that iCalendar does not allow */
export function parseCalendar(body: string): ParsedEvent {
  if (endlessParameters.test(body.replaceAll(/\r?\n[ \t]/g, ''))) throw new RangeError('too long')
  const calendar = new ICAL.Component(ICAL.parse(body))
  const events = calendar.getAllSubcomponents('vevent')
  const event = events.find(one => !one.hasProperty('recurrence-id')) ?? events[0]
  if (event === undefined) throw new TypeError('no event')
  return { calendar, event, others: events.filter(one => one !== event) }
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
  return Object.fromEntries(found)
}

// Nextcloud shows another account's confidential event as "Busy", without text and properties.
function isHidden(event: ICAL.Component, properties: Record<string, string>): boolean {
  const isPrivate = /^(PRIVATE|CONFIDENTIAL)$/i.test(textOf(event, 'class'))
  return isPrivate && Object.keys(properties).length === 0 && textOf(event, 'description') === ''
}
