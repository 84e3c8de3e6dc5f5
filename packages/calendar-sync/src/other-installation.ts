import {
  hasFormOfEventId,
  installationMark,
  noteOf,
  type CalendarPort,
  type RemoteEvent,
} from '@night-routine/calendar'
import {
  readCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import { dateIn, isBefore, readSettings, tonight } from '@night-routine/household'
import { possibleIds } from './pull/known-to-calendar.ts'

/** What tells our events from those of another installation. */
interface OwnEvents {
  installation: string
  calendarId: string
  known: readonly CalendarEventRow[]
}

/**
 * Whether another installation wrote this event: it carries another mark, or an id of our form that we never make.
 * A household restored from its backup has the same installation, and a person's copy has an id of another form.
 */
export function isOfOtherInstallation(event: RemoteEvent, own: OwnEvents): boolean {
  if (event.status === 'cancelled' || !hasFormOfEventId(event.eventId)) return false
  const row = own.known.find(({ eventId: id }) => id === event.eventId)
  // Taken over, and not written yet.
  if (row?.pushedHash === null) return false
  const { installation: mark = '' } = event.properties
  if (mark !== '') return mark !== installationMark(own.installation)
  return row === undefined && event.startDate !== null && !isDerived(event, own)
}

function isDerived({ eventId: id, startDate, properties }: RemoteEvent, own: OwnEvents): boolean {
  const nights = [startDate?.toString(), properties['night']].flatMap(
    text => dateIn(text ?? '') ?? [],
  )
  return nights.some(night => possibleIds({ ...own, night }).includes(id))
}

/** The nights from tonight on that another installation has in this calendar. */
export async function readOtherInstallation(
  q: Queryable,
  calendar: Pick<CalendarPort, 'listOurEvents'>,
  { calendarId, now }: { calendarId: string; now: Temporal.Instant },
): Promise<RemoteEvent[]> {
  const settings = await readSettings(q)
  const from = tonight(settings, now)
  const own = { ...settings, calendarId, known: await readCalendarEvents(q, calendarId) }
  const found = await calendar.listOurEvents(calendarId, { from })
  return found.filter(event => isFrom(from, event) && isOfOtherInstallation(event, own))
}

/** Whether an event is on this night or a later one. */
export function isFrom(from: Temporal.PlainDate, { startDate }: RemoteEvent): boolean {
  return startDate !== null && !isBefore(startDate, from)
}

/**
 * Makes the events of another installation ours: the next push writes each under the id that it has, so no night is
 * there twice. Of two events of one night, the second stays.
 */
export async function takeOverEvents(
  trx: Transaction,
  calendarId: string,
  events: readonly RemoteEvent[],
) {
  const known = await readCalendarEvents(trx, calendarId)
  const rows = new Map(known.map(row => [row.night.toString(), row]))
  for (const remote of events) {
    const { eventId: id, startDate: night } = remote
    if (night === null) continue
    const row = rows.get(night.toString())
    if (row !== undefined && row.state !== 'removed' && row.eventId !== id) continue
    const taken = { ...takenEvent(calendarId, night, remote), generation: row?.generation ?? 0 }
    rows.set(night.toString(), taken)
    await saveCalendarEvents(trx, taken)
  }
}

/** What is known of an event that another program wrote, once it is that of its night: the next push writes it as ours. */
export function takenEvent(
  calendarId: string,
  night: Temporal.PlainDate,
  remote: RemoteEvent,
): CalendarEventRow {
  return {
    calendarId,
    night,
    generation: 0,
    eventId: remote.eventId,
    etag: remote.etag,
    pushedHash: null,
    judgedMeaning: null,
    note: noteOf(remote),
    state: 'present',
    unlisted: false,
  }
}
