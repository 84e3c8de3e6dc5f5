import { createHash } from 'node:crypto'
import type { Caregiver, ParentId } from '@night-routine/fairness'
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { eventText } from '../event-text.ts'
import type { Wording } from '../wording.ts'

/** A night as the feed shows it. */
export interface FeedNight {
  id: bigint
  night: Temporal.PlainDate
  caregiver: Caregiver | null
  babysitterName: string | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  revision: bigint
}

/** What a calendar feed is made of. */
export interface FeedFacts {
  /** In order; those that nobody does yet say so in the feed of everybody. */
  nights: readonly FeedNight[]
  /** Whose nights; null: everybody's, babysitters' too. */
  parent: ParentId | null
  names: Record<ParentId, string>
  installation: string
  /** Where the night's own page is; null: readers may not open it. */
  publicUrl: string | null
  words: Wording
}

const hour = 3600

/**
 * The plan as an iCalendar file (RFC 5545, 7986): one all-day event for each night, also
 * one that nobody does yet. It says who and never why, for links travel. It holds what stands, never what was; the same facts always make the same bytes.
 */
export function feedCalendar({ nights, parent, names, ...facts }: FeedFacts): string {
  const calendar = new ICalCalendar({
    name: parent === null ? 'Night Routine' : `Night Routine: ${names[parent]}`,
    prodId: { company: 'Night Routine', product: 'Feed', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    scale: 'GREGORIAN',
    ttl: hour,
  })
  for (const night of nights)
    if (parent === null || night.caregiver === parent)
      addNight(calendar, night, { names, ...facts })
  return calendar.toString()
}

function addNight(
  calendar: ICalCalendar,
  assignment: FeedNight,
  { names, installation, publicUrl, words }: Omit<FeedFacts, 'nights' | 'parent'>,
) {
  const { night, caregiver, babysitterName } = assignment
  const { createdAt, updatedAt, revision } = assignment
  const { summary, description } = eventText({
    caregiver,
    names,
    nobody: words.say('event.nobodyYet'),
    babysitterName,
    // Who is away when is for the household alone.
    sentence: '',
    link: publicUrl === null ? '' : linkTo(assignment, publicUrl),
  })
  calendar.createEvent({
    id: eventId(installation, night),
    start: night,
    end: night.add({ days: 1 }),
    allDay: true,
    summary,
    description: description.trim(),
    transparency: ICalEventTransparency.TRANSPARENT,
    created: createdAt,
    lastModified: updatedAt,
    // Of a published calendar, the moment of its last change (RFC 5545 3.8.7.2).
    stamp: updatedAt,
    sequence: Number(revision),
  })
}

/** The same for a night whatever happens to it, another one in another household. */
function eventId(installation: string, night: Temporal.PlainDate) {
  const digest = createHash('sha256').update(`feed ${installation} ${night.toString()}`)
  return `${digest.digest('hex').slice(0, 32)}@night-routine`
}

function linkTo({ id, night }: FeedNight, publicUrl: string) {
  const link = new URL(publicUrl)
  link.searchParams.set('month', night.toPlainYearMonth().toString())
  link.searchParams.set('night', id.toString())
  link.hash = 'night'
  return link.href
}

/**
 * The nights of a feed: from the month before on, as far as a plan can reach.
 *
 * @param horizon the most days that a plan can reach ahead
 */
export function feedRange(tonight: Temporal.PlainDate, horizon: number) {
  return {
    from: tonight.with({ day: 1 }).subtract({ months: 1 }),
    to: tonight.add({ days: horizon }),
  }
}

/**
 * When the feed changed last: with a night, with anything on record (a name, say), or with the
 * month, when its oldest nights leave it.
 */
export function feedChangedAt(facts: {
  nights: readonly Pick<FeedNight, 'updatedAt'>[]
  lastChange: Temporal.Instant | null
  tonight: Temporal.PlainDate
  settings: { timeZone: string; dayTurnsAtHour: number }
}): Temporal.Instant {
  const { nights, lastChange, tonight, settings } = facts
  const monthBegan = tonight
    .with({ day: 1 })
    .toZonedDateTime({
      timeZone: settings.timeZone,
      plainTime: { hour: settings.dayTurnsAtHour },
    })
    .toInstant()
  return [...nights.map(({ updatedAt }) => updatedAt), ...(lastChange ? [lastChange] : [])].reduce(
    (latest, at) => (Temporal.Instant.compare(at, latest) > 0 ? at : latest),
    monthBegan,
  )
}
