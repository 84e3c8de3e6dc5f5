import { waits, wholeCalendarWaits } from '@night-routine/service'
import { CalendarError } from '../errors.ts'
import type { CalendarPort } from '../port.ts'
import { calendarIdOf, resolveHref, trustOf } from './addresses.ts'
import { createCalendar, listCalendars } from './calendars.ts'
import { discover, type CalendarHomes } from './discovery.ts'
import { listChanges, listOurEvents } from './list-changes.ts'
import { readBusy } from './read-busy.ts'
import { createSend, type RequestOptions, type Send } from './requests.ts'
import { findEvent } from './resources.ts'
import { insertEvent, removeEvent, updateEvent } from './write-event.ts'

export interface CalDavOptions extends Omit<RequestOptions, 'trust'> {
  /** A server, a principal, a home or one calendar. */
  url: string
  now?: (() => Temporal.Instant) | undefined
  /** For an operation that a page waits for; `waits.providerOperationMs` by default. */
  operationMs?: number | undefined
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
  operationMs = waits.providerOperationMs,
  ...options
}: CalDavOptions): CalDavSession {
  const configured = new URL(url)
  const trust = trustOf(configured)
  const request = createSend({ ...options, trust })
  let discovered: Promise<CalendarHomes> | undefined

  function sendWithin(milliseconds: number): Send {
    const signal = AbortSignal.timeout(milliseconds)
    return one => request({ ...one, signal })
  }
  const sendForPage = () => sendWithin(operationMs)
  const sendForWorker = () => sendWithin(wholeCalendarWaits.operationMs)

  function homes(send: Send): Promise<CalendarHomes> {
    discovered ??= discover(send, configured, trust)
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  async function list(send: Send) {
    return listCalendars(send, await homes(send), configured)
  }

  /** What an operation in a calendar needs. */
  async function at(calendarId: string) {
    const send = sendForWorker()
    const calendar = resolveHref(calendarId, configured)
    // A calendar on another host is reached only if the server names that host as the account's home.
    if (calendar && !trust.has(calendar)) await homes(send)
    if (calendar && trust.has(calendar)) return { send, calendar, now: now() }
    throw new CalendarError('calendar-gone')
  }

  return {
    listCalendars: () => list(sendForPage()),

    async createCalendar({ name }) {
      const send = sendForPage()
      const found = await homes(send)
      const folder = `night-routine-${crypto.randomUUID().slice(0, 8)}/`
      const made = calendarIdOf(await createCalendar(send, found, { name, folder }), configured)
      const summary = (await list(send)).find(({ id }) => id === made)
      if (summary) return summary
      throw new CalendarError('unavailable', { detail: 'the new calendar is not listed' })
    },

    async getEvent(calendarId, eventId) {
      const { send, calendar } = await at(calendarId)
      return (await findEvent(send, calendar, eventId))?.event ?? null
    },

    insertEvent: async (calendarId, draft) => insertEvent(await at(calendarId), draft),
    updateEvent: async (calendarId, etag, draft) => updateEvent(await at(calendarId), etag, draft),
    removeEvent: async (calendarId, eventId, etag) =>
      removeEvent(await at(calendarId), eventId, etag),

    async listChanges(calendarId, { syncToken }) {
      const { send, calendar } = await at(calendarId)
      return listChanges(send, calendar, syncToken)
    },

    async listOurEvents(calendarId, { from }) {
      const { send, calendar } = await at(calendarId)
      return listOurEvents(send, calendar, from)
    },

    async readBusy(calendarId, asked) {
      const { send, calendar } = await at(calendarId)
      return readBusy(send, calendar, asked)
    },
  }
}
