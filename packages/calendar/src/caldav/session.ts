import { CalendarError } from '../errors.ts'
import type { CalendarPort } from '../port.ts'
import { calendarIdOf, resolveHref, trustOf } from './addresses.ts'
import { createCalendar, listCalendars } from './calendars.ts'
import { discover, type CalendarHomes } from './discovery.ts'
import { listChanges, listOurEvents } from './list-changes.ts'
import { createSend, type RequestOptions } from './requests.ts'
import { findEvent } from './resources.ts'
import { insertEvent, removeEvent, updateEvent } from './write-event.ts'

export interface CalDavOptions extends Omit<RequestOptions, 'trust'> {
  /** A server, a principal, a home or one calendar. */
  url: string
  now?: (() => Temporal.Instant) | undefined
}

/** The operations of the port. */
export type CalDavSession = Omit<
  CalendarPort,
  'quota' | 'remembersRemoved' | 'syncShapeVersion' | 'notifications'
> &
  Required<Pick<CalendarPort, 'createCalendar'>>

/** Opens the account of an installation at a CalDAV server. Makes no request before the first operation. */
export function openSession({
  url,
  now = () => Temporal.Now.instant(),
  ...options
}: CalDavOptions): CalDavSession {
  const configured = new URL(url)
  const trust = trustOf(configured)
  const send = createSend({ ...options, trust })
  let discovered: Promise<CalendarHomes> | undefined

  function homes(): Promise<CalendarHomes> {
    discovered ??= discover(send, configured, trust)
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  async function list() {
    return listCalendars(send, await homes(), configured)
  }

  async function addressOf(calendarId: string): Promise<URL> {
    const address = resolveHref(calendarId, configured)
    // A calendar on another host is reached only if the server names that host as the account's home.
    if (address && !trust.has(address)) await homes()
    if (address && trust.has(address)) return address
    throw new CalendarError('calendar-gone')
  }

  const writing = async (calendarId: string) => ({
    send,
    calendar: await addressOf(calendarId),
    now: now(),
  })

  return {
    listCalendars: list,

    async createCalendar({ name }) {
      const found = await homes()
      const folder = `night-routine-${crypto.randomUUID().slice(0, 8)}/`
      const made = calendarIdOf(await createCalendar(send, found, { name, folder }), configured)
      const summary = (await list()).find(({ id }) => id === made)
      if (summary) return summary
      throw new CalendarError('unavailable', { detail: 'the new calendar is not listed' })
    },

    async getEvent(calendarId, eventId) {
      return (await findEvent(send, await addressOf(calendarId), eventId))?.event ?? null
    },

    insertEvent: async (calendarId, draft) => insertEvent(await writing(calendarId), draft),
    updateEvent: async (calendarId, etag, draft) =>
      updateEvent(await writing(calendarId), etag, draft),
    removeEvent: async (calendarId, eventId, etag) =>
      removeEvent(await writing(calendarId), eventId, etag),
    listChanges: async (calendarId, { syncToken }) =>
      listChanges(send, await addressOf(calendarId), syncToken),
    listOurEvents: async (calendarId, { from }) =>
      listOurEvents(send, await addressOf(calendarId), from),
  }
}
