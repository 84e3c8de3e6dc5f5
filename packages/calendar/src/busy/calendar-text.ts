import ICAL from 'ical.js'
import { hasFormOfEventId } from '../event-hash.ts'
import {
  NotACalendarError,
  type BusyRequest,
  type BusyTime,
  type BusyTimes,
  type SkippedEvent,
} from './busy-time.ts'

/**
 * The most that is expanded. `ical.js` needs a tenth of a millisecond for each occurrence, also for those before the
 * first day, so a daily event may be 27 years old.
 */
const most = { events: 5_000, occurrencesOfSeries: 10_000, occurrences: 100_000 }

/**
 * The busy times in iCalendar texts: without free, cancelled and declined events, and without ours. Series are expanded
 * up to the last day. An event that cannot be read is skipped; the others still count.
 * @throws NotACalendarError
 */
export function readBusyTexts(texts: readonly string[], request: BusyRequest): BusyTimes {
  const found: BusyTime[] = []
  const skipped: BusyTimes['skipped'] = {}
  const skip = (reason: SkippedEvent) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  const reading = { request, left: { events: most.events, occurrences: most.occurrences }, skip }
  for (const text of texts)
    for (const series of readSeries(text, reading)) {
      try {
        found.push(...busyTimesOf(series, reading))
      } catch (error) {
        // The errors of `ical.js` hold what it read.
        skip(error instanceof SkippedError ? error.reason : 'unreadable')
      }
    }
  return { busy: found, skipped }
}

/** What is read, how much more of it, and where a skipped event is counted. */
interface Reading {
  request: BusyRequest
  left: { events: number; occurrences: number }
  skip: (reason: SkippedEvent) => void
}

/** An event, and the changed occurrences of its series, which are events of their own. */
interface Series {
  event: ICAL.Component
  changed: ICAL.Component[]
}

class SkippedError extends Error {
  readonly reason: SkippedEvent

  constructor(reason: SkippedEvent) {
    super(reason)
    this.reason = reason
  }
}

export function isCalendarText(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').trim()
  return /^BEGIN:VCALENDAR\r?\n/i.test(lines) && /\nEND:VCALENDAR$/i.test(lines)
}

function readSeries(text: string, { request, left, skip }: Reading): Series[] {
  if (!isCalendarText(text)) throw new NotACalendarError('not an iCalendar file')
  // Each event on its own: `ical.js` refuses a whole file for one odd line.
  const calendar = new ICAL.Component('vcalendar')
  for (const block of blocksOf(text, 'VTIMEZONE')) addComponent(calendar, block, () => {})
  const events = blocksOf(text, 'VEVENT')
    .filter(block => !isElsewhere(block, request))
    .flatMap(block => {
      left.events -= 1
      if (left.events >= 0) return addComponent(calendar, block, () => skip('unreadable')) ?? []
      skip('too-many')
      return []
    })
  const changed = Map.groupBy(
    events.filter(event => event.hasProperty('recurrence-id')),
    uidOf,
  )
  return events.map(event => ({
    event,
    changed: event.hasProperty('recurrence-id') ? [] : (changed.get(uidOf(event)) ?? []),
  }))
}

/**
 * Whether a single event is before or after the days asked for. A feed has years of them, which need not be parsed.
 * Changed occurrences stay, because they take the place of another one.
 */
function isElsewhere(block: string, { from, to }: BusyRequest): boolean {
  if (/^(?:RRULE|RDATE|RECURRENCE-ID|DURATION)\b/im.test(block)) return false
  const start = /^DTSTART[^:\n]*:(\d{8})/im.exec(block)?.[1]
  if (start === undefined) return false
  const end = /^DTEND[^:\n]*:(\d{8})/im.exec(block)?.[1] ?? start
  // Zones differ by less than two days.
  return start > basic(to.add({ days: 2 })) || end < basic(from.subtract({ days: 2 }))
}

function basic(date: Temporal.PlainDate): string {
  return date.toString().replaceAll('-', '')
}

function addComponent(calendar: ICAL.Component, block: string, onUnreadable: () => void) {
  try {
    return calendar.addSubcomponent(new ICAL.Component(ICAL.parse(block)))
  } catch {
    onUnreadable()
    return null
  }
}

/** The parts of a text from each BEGIN of this name to its END. */
function blocksOf(text: string, name: string): string[] {
  const blocks: string[] = []
  let block: string[] | null = null
  for (const line of text.split(/\r?\n/)) {
    const word = line.trimEnd().toUpperCase()
    if (word === `BEGIN:${name}`) block = []
    block?.push(line)
    if (word !== `END:${name}` || block === null) continue
    blocks.push(block.join('\r\n'))
    block = null
  }
  return blocks
}

function busyTimesOf(series: Series, reading: Reading): BusyTime[] {
  const { event } = series
  const { request } = reading
  if (!isBusy(event, request.addresses)) return []
  const start = event.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time)) throw new SkippedError('unreadable')
  const { timeZone } = request
  const length = lengthIn(event, start, timeZone)
  const timeAt = (time: ICAL.Time) => busyTimeAt(time, { event, timeZone, length })
  const isSeries = event.hasProperty('rrule') || event.hasProperty('rdate')
  if (!isSeries || event.hasProperty('recurrence-id')) return [timeAt(start)]
  if (isOver(event, request)) return []
  const zone = zoneIn(event, 'dtstart', timeZone)
  return occurrencesOf(series, { start, zone }, reading).map(timeAt)
}

function isBusy(event: ICAL.Component, addresses: readonly string[]): boolean {
  if (textOf(event, 'transp') === 'TRANSPARENT' || textOf(event, 'status') === 'CANCELLED')
    return false
  // Outlook's own property says more than TRANSP.
  const status = textOf(event, 'x-microsoft-cdo-busystatus')
  if (status === 'FREE' || status === 'WORKINGELSEWHERE') return false
  return !isOurs(event) && !isDeclined(event, addresses)
}

/** Whether it is a night of ours, in the calendar with the plan or in our feed. */
function isOurs(event: ICAL.Component): boolean {
  const uid = uidOf(event)
  return (
    event.hasProperty('x-night-routine-app') ||
    hasFormOfEventId(uid.replace(/@google\.com$/, '')) ||
    uid.endsWith('@night-routine')
  )
}

function isDeclined(event: ICAL.Component, addresses: readonly string[]): boolean {
  const own = new Set(addresses.map(address => `MAILTO:${address}`.toUpperCase()))
  return event.getAllProperties('attendee').some(attendee => {
    const who = String(attendee.getFirstValue()).toUpperCase()
    const answer = attendee.getFirstParameter('partstat')
    return own.has(who) && answer?.toUpperCase() === 'DECLINED'
  })
}

/** How long an event lasts: `days` for one without hours. */
type Length = { days: number } | { milliseconds: number }

function lengthIn(event: ICAL.Component, start: ICAL.Time, timeZone: string): Length {
  const end = event.getFirstPropertyValue('dtend')
  const duration = event.getFirstPropertyValue('duration')
  if (end !== null && (!(end instanceof ICAL.Time) || end.isDate !== start.isDate))
    throw new SkippedError('unreadable')
  const seconds = duration instanceof ICAL.Duration ? duration.toSeconds() : 0
  if (start.isDate) {
    const days = end === null ? Math.round(seconds / 86_400) : dateOf(start).until(dateOf(end)).days
    if (days < 0) throw new SkippedError('ends-before-start')
    // Some programs write the same day as the end, and RFC 5545, 3.6.1 leaves it out for one day.
    return { days: Math.max(1, days) }
  }
  const milliseconds =
    end === null
      ? seconds * 1000
      : instantOf(end, zoneIn(event, 'dtend', timeZone)).epochMilliseconds -
        instantOf(start, zoneIn(event, 'dtstart', timeZone)).epochMilliseconds
  if (milliseconds < 0) throw new SkippedError('ends-before-start')
  return { milliseconds }
}

function busyTimeAt(
  time: ICAL.Time,
  { event, timeZone, length }: { event: ICAL.Component; timeZone: string; length: Length },
): BusyTime {
  if ('days' in length) {
    const first = dateOf(time)
    return { kind: 'days', first, last: first.add({ days: length.days - 1 }) }
  }
  const start = instantOf(time, zoneIn(event, 'dtstart', timeZone))
  return { kind: 'hours', start, end: start.add({ milliseconds: length.milliseconds }) }
}

/** The starts of a series up to the last day, without its changed occurrences. */
function occurrencesOf(
  { event, changed }: Series,
  { start, zone }: { start: ICAL.Time; zone: Zone },
  { request, left }: Reading,
): ICAL.Time[] {
  for (const rule of rulesOf(event)) {
    if (isOddRule(rule)) throw new SkippedError('odd-rule')
    if (start.zone === ICAL.Timezone.localTimezone && 'name' in zone)
      rule.until = untilInZone(rule.until, zone.name)
  }
  const isChanged = new Set(
    changed.map(one => momentOf(one.getFirstPropertyValue('recurrence-id'))),
  )
  // Zones differ by less than two days.
  const after = request.to.add({ days: 2 })
  const expansion = new ICAL.RecurExpansion({ component: event, dtstart: start })
  const starts: ICAL.Time[] = []
  for (let count = 0; ; count += 1) {
    const next = expansion.next()
    if (!next || Temporal.PlainDate.compare(dateOf(next), after) > 0) return starts
    left.occurrences -= 1
    if (count >= most.occurrencesOfSeries || left.occurrences < 0)
      throw new SkippedError('too-many')
    if (!isChanged.has(momentOf(next))) starts.push(next.clone())
  }
}

/** The end of a series as a wall time, as its starts are where the file does not describe their zone. */
function untilInZone(until: ICAL.Time | null, zone: string): ICAL.Time | null {
  if (until?.zone !== ICAL.Timezone.utcTimezone || zone === 'UTC') return until
  const local = Temporal.Instant.fromEpochMilliseconds(
    until.toUnixTime() * 1000,
  ).toZonedDateTimeISO(zone)
  const { year, month, day, hour, minute, second } = local
  return new ICAL.Time({ year, month, day, hour, minute, second }, ICAL.Timezone.localTimezone)
}

function momentOf(time: unknown): number | string {
  if (!(time instanceof ICAL.Time)) return ''
  return time.isDate ? time.toString() : time.toUnixTime()
}

function rulesOf(event: ICAL.Component): ICAL.Recur[] {
  return event
    .getAllProperties('rrule')
    .flatMap(property => property.getValues())
    .filter(rule => rule instanceof ICAL.Recur)
}

function isOver(event: ICAL.Component, { from }: BusyRequest): boolean {
  if (event.hasProperty('rdate')) return false
  const rules = rulesOf(event)
  // An occurrence of the last day may last for a while.
  const before = from.subtract({ days: 32 })
  return rules.every(
    ({ until }) =>
      until instanceof ICAL.Time && Temporal.PlainDate.compare(dateOf(until), before) < 0,
  )
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Rules that no person makes, and that `ical.js` may search for ever: several times a day, or on a day that no month of
 * the rule has.
 */
function isOddRule(rule: ICAL.Recur): boolean {
  if (['SECONDLY', 'MINUTELY', 'HOURLY'].includes(rule.freq) || rule.interval > 1000) return true
  const { BYMONTHDAY: days = [], BYMONTH: months = [] } = rule.parts
  if (days.length === 0) return false
  const longest =
    months.length === 0 ? 31 : Math.max(...months.map(month => daysInMonth[month - 1] ?? 0))
  return days.every(dayOfMonth => Math.abs(dayOfMonth) > longest)
}

function dateOf({ year, month, day }: ICAL.Time): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
}

/** How the wall time of an event becomes a moment: a zone that Temporal knows, or that of the file. */
type Zone = { name: string } | { ofFile: true }

function zoneIn(event: ICAL.Component, property: string, timeZone: string): Zone {
  const time = event.getFirstPropertyValue(property)
  if (!(time instanceof ICAL.Time)) return { name: timeZone }
  if (time.zone === ICAL.Timezone.utcTimezone) return { name: 'UTC' }
  const named = event.getFirstProperty(property)?.getFirstParameter('tzid') ?? ''
  if (isKnownZone(named)) return { name: named }
  return time.zone === ICAL.Timezone.localTimezone ? { name: timeZone } : { ofFile: true }
}

function isKnownZone(name: string): boolean {
  try {
    return (
      name !== '' && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== null
    )
  } catch {
    return false
  }
}

function instantOf(time: ICAL.Time, zone: Zone): Temporal.Instant {
  if ('ofFile' in zone) return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000)
  const { year, month, day, hour, minute, second } = time
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
    .toZonedDateTime(zone.name)
    .toInstant()
}

function textOf(event: ICAL.Component, name: string): string {
  const value = event.getFirstPropertyValue(name)
  return typeof value === 'string' ? value.toUpperCase() : ''
}

function uidOf(event: ICAL.Component): string {
  const uid = event.getFirstPropertyValue('uid')
  return typeof uid === 'string' ? uid : ''
}
