import { join } from 'node:path'
import type { Control, EmulatorEvent, EventEdit } from '@night-routine/google-emulator'
import {
  watchServer,
  type CalendarServer as PlainServer,
  type SeenEvent,
  type WatchedServer,
} from '@night-routine/servers/caldav'

/** Starts a CalDAV server with its files in this folder. */
export type StartCalendars = (folder: string) => Promise<PlainServer>

/** A CalDAV server in place of the emulator's calendars; sign-in stays with the emulator. */
export interface CalendarServer {
  server: WatchedServer
  /** The settings that choose it. */
  settings: Record<string, string>
  calendarIds: { family: string; second: string }
}

/** Starts it with two empty calendars. */
export async function startCalendarServer(folder: string, start: StartCalendars) {
  const server = await watchServer(await start(join(folder, 'calendars')))
  const [family, second] = [
    await server.person.makeCalendar('family'),
    await server.person.makeCalendar('second'),
  ]
  const settings = {
    CALENDAR: 'caldav',
    CALDAV_URL: server.url,
    CALDAV_USERNAME: server.username,
    CALDAV_PASSWORD: server.password,
  }
  return { server, settings, calendarIds: { family, second } }
}

/** The control of the emulator, with people and trouble at the calendar server. */
export function controlOf(
  emulator: Control,
  { server, calendarIds }: Pick<CalendarServer, 'server' | 'calendarIds'>,
): Control {
  const { person } = server
  const every = /./
  return {
    ...emulator,
    calendars: async () =>
      Object.values(calendarIds).map(id => ({
        id,
        summary: id,
        timeZone: 'UTC',
        primaryOf: null,
        roles: {},
      })),
    saveCalendar: async () => undefined,
    events: async id => (await person.events(id)).map(asEvent),
    async editEvent(calendarId, id, edit) {
      await person.editEvent(calendarId, id, edit)
      return asEvent(await person.find(calendarId, id))
    },
    removeEvent: (calendarId, id) => person.removeEvent(calendarId, id),
    async createEvent(calendarId, edit: EventEdit) {
      const id = `copy-${crypto.randomUUID()}`
      await person.createEvent(calendarId, id, edit)
      return asEvent(await person.find(calendarId, id))
    },
    requests: async () =>
      server.requests().map(({ method, status }) => ({
        at: '',
        path: '/calendar/events',
        query: '',
        status,
        method: method === 'PUT' || method === 'DELETE' ? method : 'GET',
      })),
    clearRequests: async () => void server.clearRequests(),
    async fail({ status, count = 1 }) {
      // A refused password is Google's expired token; here it would only rest for minutes.
      if (status === 410) server.fault({ ...expiredToken, count })
      else if (status === 412) server.fault({ method: /PUT/, when: 412, count })
      else server.fault({ method: every, when: status < 429 ? 503 : status, count })
    },
    delay: async ({ milliseconds, when = 'before', count = 1 }) =>
      server.fault({ method: every, when, milliseconds, count }),
    drop: async ({ when, count = 1 }) => server.fault({ method: every, when, count }),
    expireSyncTokens: async () => server.fault({ ...expiredToken, count: 1 }),
    async clearFaults() {
      server.clearFaults()
      await emulator.clearFaults()
    },
  }
}

const expiredToken = {
  method: /REPORT/,
  body: /sync-token>[^<]/,
  when: 403,
  answer: '<error xmlns="DAV:"><valid-sync-token/></error>',
}

function asEvent(event: SeenEvent): EmulatorEvent {
  return { ...event, created: '', updated: '' }
}
