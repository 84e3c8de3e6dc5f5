import { waits, wholeCalendarWaits } from '@night-routine/service'
import { CalendarError } from '../errors.ts'
import type { CalendarPort, CalendarQuota } from '../port.ts'
import { calendarIdOf, resolveHref, trustOf } from './addresses.ts'
import type { CalendarHomes } from './discovery.ts'
import { createSend, type RequestOptions, type Send } from './requests.ts'

/** A self-hosted server has no quota; this rate leaves room for the family's phones. */
const quota: CalendarQuota = {
  burst: 120,
  unitsPerSecond: 20,
  units: { read: 1, insert: 2, update: 2, remove: 2 },
}

/** Part of every sync token: raised when tokens are read or written in another way. */
const syncShapeVersion = 1

interface CalDavOptions extends Omit<RequestOptions, 'trust'> {
  /** A server, a principal, a home or one calendar. */
  url: string
  now?: (() => Temporal.Instant) | undefined
  /** For an operation that a page waits for; `waits.providerOperationMs` by default. */
  operationMs?: number | undefined
}

/** The calendars of one CalDAV account. Makes no request before the first operation. */
export function connectCalDav({
  url,
  now = () => Temporal.Now.instant(),
  operationMs = waits.providerOperationMs,
  ...options
}: CalDavOptions): CalendarPort & Required<Pick<CalendarPort, 'createCalendar'>> {
  const configured = new URL(url)
  const trust = trustOf(configured)
  const request = createSend({ ...options, trust })
  let discovered: Promise<CalendarHomes> | undefined

  async function within(milliseconds: number) {
    const signal = AbortSignal.timeout(milliseconds)
    const send: Send = async one => request({ ...one, signal })
    return Object.assign({ send }, await import('./operations.ts'))
  }

  async function homes({ discover, send }: Awaited<ReturnType<typeof within>>) {
    discovered ??= discover(send, configured, trust)
    discovered.catch(() => {
      discovered = undefined
    })
    return discovered
  }

  /** What an operation in a calendar needs. */
  async function at(calendarId: string) {
    const operations = await within(wholeCalendarWaits.operationMs)
    const calendar = resolveHref(calendarId, configured)
    // A calendar on another host is reached only if the server names that host as the account's home.
    if (calendar && !trust.has(calendar)) await homes(operations)
    if (calendar && trust.has(calendar)) return { ...operations, calendar, now: now() }
    throw new CalendarError('calendar-gone')
  }

  return {
    quota,
    remembersRemoved: false,
    syncShapeVersion,

    async listCalendars() {
      const operations = await within(operationMs)
      return operations.listCalendars(operations.send, await homes(operations), configured)
    },

    async createCalendar({ name }) {
      const operations = await within(operationMs)
      const { createCalendar, listCalendars, send } = operations
      const found = await homes(operations)
      const folder = `night-routine-${crypto.randomUUID().slice(0, 8)}/`
      const made = calendarIdOf(await createCalendar(send, found, { name, folder }), configured)
      const summary = (await listCalendars(send, found, configured)).find(({ id }) => id === made)
      if (summary) return summary
      throw new CalendarError('unavailable', { detail: 'the new calendar is not listed' })
    },

    async getEvent(calendarId, eventId) {
      const { findEvent, send, calendar } = await at(calendarId)
      return (await findEvent(send, calendar, eventId))?.event ?? null
    },

    async insertEvent(calendarId, draft) {
      const { insertEvent, ...writing } = await at(calendarId)
      return insertEvent(writing, draft)
    },

    async updateEvent(calendarId, etag, draft) {
      const { updateEvent, ...writing } = await at(calendarId)
      return updateEvent(writing, etag, draft)
    },

    async removeEvent(calendarId, eventId, etag) {
      const { removeEvent, ...writing } = await at(calendarId)
      return removeEvent(writing, eventId, etag)
    },

    async listChanges(calendarId, { syncToken }) {
      const { listChanges, send, calendar } = await at(calendarId)
      return listChanges(send, calendar, syncToken)
    },

    async listOurEvents(calendarId, { from }) {
      const { listOurEvents, send, calendar } = await at(calendarId)
      return listOurEvents(send, calendar, from)
    },

    async readBusy(calendarId, asked) {
      const { readBusy, send, calendar } = await at(calendarId)
      return readBusy(send, calendar, asked)
    },
  }
}
