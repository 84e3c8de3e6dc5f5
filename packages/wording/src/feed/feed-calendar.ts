import { createHash } from 'node:crypto'
import type { ParentId } from '@night-routine/fairness'
import {
  escape as escapeText,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { Assignee } from '../assignee.ts'
import { eventText, nightAddress } from '../event-text.ts'
import type { Wording } from '../wording.ts'

/** A night in the feed. */
export interface FeedNight extends Assignee {
  id: bigint
  night: Temporal.PlainDate
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  revision: bigint
}

/** What a calendar feed is made of. */
export interface FeedFacts {
  /** In order of date. */
  nights: readonly FeedNight[]
  /** Only this parent's nights; null includes every night, also open ones and babysitters'. */
  parent: ParentId | null
  names: Record<ParentId, string>
  /** The notes that readers of the feed may see, by date (YYYY-MM-DD). */
  notes?: ReadonlyMap<string, string>
  installation: string
  /** Base of the links to the nights' pages; null leaves the links out. */
  publicUrl: string | null
  wording: Wording
}

const hour = 3600

/**
 * The plan as an iCalendar file (RFC 5545, 7986), with one all-day event per night. Links get passed
 * on, so the file names caregivers but no reasons and no past states. Output is deterministic.
 */
export function feedCalendar(facts: FeedFacts): string {
  const { nights, parent, names, notes, installation, publicUrl, wording } = facts
  const colon = wording.say('punctuation.colon')
  const name = parent === null ? 'Night Routine' : `Night Routine${colon} ${names[parent]}`
  const calendar = new ICalCalendar({
    // ical-generator escapes the texts of events, but not the name of the calendar.
    name: escapeText(name, false),
    prodId: { company: 'Night Routine', product: 'Feed', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    scale: 'GREGORIAN',
    ttl: hour,
  })
  for (const assignment of nights) {
    const { night, caregiver, createdAt, updatedAt, revision } = assignment
    if (parent !== null && caregiver !== parent) continue
    const { summary, description } = eventText({
      ...assignment,
      names,
      openTitle: wording.say('event.openNight'),
      // The reason would show readers of the feed who is away.
      sentence: '',
      note: notes?.get(night.toString()),
      link: publicUrl === null ? '' : nightAddress(assignment, publicUrl),
    })
    calendar.createEvent({
      id: eventId(installation, night),
      start: night,
      end: night.add({ days: 1 }),
      allDay: true,
      summary,
      description: description.trim(),
      transparency: ICalEventTransparency.TRANSPARENT,
      // Outlook reads this before TRANSP (MS-OXCICAL 2.1.3.1.1.20.25), and some versions show a busy day without it.
      busystatus: ICalEventBusyStatus.FREE,
      created: createdAt,
      lastModified: updatedAt,
      // In a published calendar DTSTAMP is the time of the last change (RFC 5545 3.8.7.2).
      stamp: updatedAt,
      sequence: Number(revision),
    })
  }
  return calendar.toString()
}

/** Stable for a night, and different in each installation. */
function eventId(installation: string, night: Temporal.PlainDate) {
  const digest = createHash('sha256').update(`feed ${installation} ${night.toString()}`)
  return `${digest.digest('hex').slice(0, 32)}@night-routine`
}

/** The nights of a feed: from the previous month to `horizon` days ahead, as far as a plan can reach. */
export function feedRange(tonight: Temporal.PlainDate, horizon: number) {
  return {
    from: tonight.with({ day: 1 }).subtract({ months: 1 }),
    to: tonight.add({ days: horizon }),
  }
}

/**
 * When the feed last changed: with a night, with any recorded change (a name, for example), or at the
 * start of the month, when the oldest nights leave the feed.
 */
export function feedChangedAt(facts: {
  nights: readonly Pick<FeedNight, 'updatedAt'>[]
  lastChange: Temporal.Instant | null
  tonight: Temporal.PlainDate
  settings: { timeZone: string; dayTurnsAtHour: number }
}): Temporal.Instant {
  const { nights, lastChange, tonight, settings } = facts
  const monthStart = tonight
    .with({ day: 1 })
    .toZonedDateTime({ timeZone: settings.timeZone, plainTime: { hour: settings.dayTurnsAtHour } })
    .toInstant()
  return [...nights.map(({ updatedAt }) => updatedAt), ...(lastChange ? [lastChange] : [])].reduce(
    (latest, at) => (Temporal.Instant.compare(at, latest) > 0 ? at : latest),
    monthStart,
  )
}
