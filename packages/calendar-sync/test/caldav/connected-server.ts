import { connectCalDav } from '@night-routine/calendar'
import { calendarAccess } from '@night-routine/calendar-sync'
import { saveCalendar } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import type { EmulatorEvent, EventEdit } from '@night-routine/google-emulator'
import {
  startRadicale,
  watchServer,
  type SeenEvent,
  type WatchedServer,
} from '@night-routine/servers/caldav'
import root, { type Test } from 'tap'
import { keys } from '../connected-provider.ts'

let running: Promise<WatchedServer> | undefined

/** The Radicale of this process, behind a proxy that records requests; each household has its own calendar. */
export async function watchedRadicale(t: Test): Promise<WatchedServer> {
  running ??= start()
  const server = await running
  t.teardown(async () => {
    server.clearFaults()
    server.clearRequests()
  })
  return server
}

async function start(): Promise<WatchedServer> {
  const server = await watchServer(await startRadicale(root.testdir()))
  root.teardown(() => server.stop())
  return server
}

/** A new calendar at the server, selected by the household, and a person who edits it. */
export async function connectedServer(server: WatchedServer, db: Database) {
  const { person } = server
  const calendarId = await person.makeCalendar(`family-${crypto.randomUUID().slice(0, 8)}`)
  await transaction(db, trx => saveCalendar(trx, { calendarId, calendarName: 'Family' }))
  const calendar = calendarAccess({
    db,
    keys,
    provider: { grants: null, connect: () => connectCalDav(server) },
    now: () => Temporal.Now.instant(),
  })
  // A person's client can bring back what it removed.
  const removed = new Map<string, SeenEvent>()

  async function events(id: string): Promise<EmulatorEvent[]> {
    const standing = await person.events(id)
    const ids = new Set(standing.map(event => event.id))
    const gone = [...removed.values()]
      .filter(event => !ids.has(event.id))
      .map(event => ({ ...event, status: 'cancelled' as const }))
    return [...standing, ...gone].map(event => ({ ...event, created: '', updated: '', end: {} }))
  }

  return {
    server,
    calendar,
    calendarId,
    control: {
      requests: async () =>
        server.requests().map(({ method, path }) => ({ method, path: `/calendar${path}` })),
      clearRequests: async () => void server.clearRequests(),
      events,
      async editEvent(id: string, eventId: string, edit: EventEdit): Promise<void> {
        const lost = removed.get(eventId)
        const isThere = (await person.events(id)).some(event => event.id === eventId)
        if (!isThere && lost) await person.put(id, `${eventId}.ics`, lost.body)
        await person.editEvent(id, eventId, edit)
      },
      async removeEvent(id: string, eventId: string): Promise<void> {
        removed.set(eventId, await person.find(id, eventId))
        await person.removeEvent(id, eventId)
      },
    },
    trouble: {
      expireSyncTokens: async () =>
        server.fault({
          method: /REPORT/,
          body: /sync-token>[^<]/,
          when: 403,
          answer: '<error xmlns="DAV:"><valid-sync-token/></error>',
          count: 1,
        }),
    },
  }
}

/** Nothing is written any more, and from the second round on a poll is two requests. */
export function isQuiet(calls: readonly string[], round: number): boolean {
  const wrote = calls.some(method => method === 'PUT' || method === 'DELETE')
  return !wrote && (round === 0 || calls.length <= 2)
}
