import type { Parent, ParentId, JobStatus } from '@night-routine/database'
import { CalendarError } from '@night-routine/calendar'
import { wording } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { calendars } from '../src/routes/calendars/calendars.ts'
import { newLinkView } from '../src/routes/feed/new-link-view.ts'
import { help } from '../src/routes/help/help.ts'
import { history } from '../src/routes/history/history.ts'
import { home } from '../src/routes/home/home.ts'
import { share } from '../src/routes/share/share.ts'
import { statistics } from '../src/routes/statistics/statistics.ts'
import { newToken } from '../src/session-token.ts'
import { alex, clock, connected, now, parents, settings } from './demo-household.ts'
import { oneOfEachKind } from './one-of-each-kind.ts'
import { changes, undoable } from './recorded-changes.ts'
import { routeService } from './route-service.ts'
import { inForce } from './routes/settings/in-force.ts'
import { failingPages } from './failing-pages.ts'
import { day } from './nights.ts'
import { nights, pendingNight, shown } from './shown-nights.ts'
import { shownSettings } from './shown-settings.ts'

/** The token of the share link. */
export const token = newToken()

/** Options of a household; by default signed in without problems. */
export interface Circumstances {
  language?: string
  signedOut?: boolean
  /** The allow list is empty. */
  closed?: boolean
  /** The name of one parent; the other's is one letter longer. */
  names?: string
  /** The parents have no names yet. */
  unnamed?: boolean
  connection?: 'absent' | 'broken'
  /** Nothing is planned, chosen or recorded. */
  empty?: boolean
  told?: boolean
  disconnecting?: boolean
}

/** The calendar agreed with the plan just now. */
const pushed: JobStatus = {
  kind: 'push',
  requestNumber: 1n,
  doneNumber: 1n,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  doneAt: now,
  running: false,
}

const shownCalendars = [
  { id: 'alex', name: 'Alex', writable: true, primary: true, timeZone: null },
  { id: 'family', name: 'Family', writable: true, primary: false, timeZone: null },
  { id: 'holidays', name: 'Holidays', writable: false, primary: false, timeZone: null },
]

/** Serves every page of an in-memory household; returns the address. */
export async function shownHousehold(t: Test, circumstances: Circumstances = {}): Promise<string> {
  const service = await householdService(t, circumstances)
  return service.listen({ host: '127.0.0.1', port: 0 })
}

/** The same, not listening. */
export async function householdService(
  t: Test,
  circumstances: Circumstances,
): Promise<FastifyInstance> {
  const { language = 'en', signedOut, connection, empty = false, ...more } = circumstances
  const service = await routeService(t, signedOut ? null : alex, [], language)
  const named = parentsCalled(circumstances)
  const state = connection ? { state: connection } : connected
  const planned = empty ? [] : nights
  const shared = {
    readHousehold: async () => ({ settings: { ...settings, language }, parents: named }),
    readNights: async (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
      planned.filter(({ night }) => isIn({ from, to }, night)),
    readConnection: async () => state,
    words: wording('en'),
    clock,
  }
  await service.register(home, {
    ...shared,
    readAssignment: async id => planned.find(night => night.id === id),
    readChoices: async ({ selected }) =>
      selected.id === BigInt(shown.tooOld)
        ? null
        : {
            sitters: ['Maria', 'Jo'],
            swappable: planned.filter(({ caregiver }) => caregiver === 'b').slice(-5),
            unlocking: selected.override ? { caregiver: 'b', changed: [] } : null,
            isOver: false,
          },
    readNightHistory: async () => changes.flatMap(({ entries }) => entries).slice(0, 3),
    readHome: async ({ shown: month, next }) => ({
      ...(await shared.readHousehold()),
      nights: planned.filter(({ night }) => isIn(month, night) || isIn(next, night)),
      revision: 'r1',
      connection: state,
      calendarName: empty ? null : 'Family',
      jobs: [pushed],
      live: false,
      told: more.told ? oneOfEachKind : [],
      disconnecting: more.disconnecting ?? false,
      progress: empty ? null : { pending: [day(pendingNight)], written: 4 },
    }),
    anybodyMayEnter: !more.closed,
    publicUrl: 'http://localhost:8080',
  })
  // Nothing changes here, so the page's stream ends and it need not reconnect.
  service.get('/status/events', async (_request, reply) => reply.code(204).send())
  service.get('/status', async () => ({ revision: 'r1' }))
  await service.register(statistics, {
    ...shared,
    readRecord: async ({ before }) =>
      planned.filter(({ night }) => Temporal.PlainDate.compare(night, before) < 0),
  })
  await service.register(history, {
    ...shared,
    readHistoryChanges: async () => (empty ? [] : changes),
    readUndoableChange: async () => undoable,
  })
  await service.register(share, {
    ...shared,
    findShareLink: async () => ({ id: 1n, createdBy: '', createdAt: now, lastUsedAt: now }),
    touchShareLink: async () => undefined,
  })
  await service.register(calendars, {
    readConnection: shared.readConnection,
    isDisconnecting: async () => more.disconnecting ?? false,
    readCalendar: async () =>
      empty ? undefined : { calendarId: 'family', calendarName: 'Family' },
    async listCalendars() {
      if (connection) throw new CalendarError('unauthorized')
      return empty ? [] : shownCalendars
    },
  })
  await service.register(help)
  const inForceNamed = {
    a: { ...inForce.parents.a, name: named.a.name },
    b: { ...inForce.parents.b, name: named.b.name },
  }
  await shownSettings(
    service,
    { ...inForce, language, parents: inForceNamed },
    shared.readConnection,
  )
  newLinkPage(service, named)
  failingPages(service)
  return service
}

interface Range {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

const isIn = ({ from, to }: Range, night: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(night, from) >= 0 && Temporal.PlainDate.compare(night, to) <= 0

function parentsCalled({ names, unnamed }: Circumstances): Record<ParentId, Parent> {
  if (unnamed) return called('Parent A', 'Parent B')
  return names === undefined ? parents : called(names, `${names}s`)
}

function called(a: string, b: string): Record<ParentId, Parent> {
  return { a: { ...parents.a, name: a }, b: { ...parents.b, name: b } }
}

function newLinkPage(service: FastifyInstance, { a, b }: Record<ParentId, Parent>) {
  const names = { a: a.name, b: b.name }
  service.get('/new-link', async ({ words }, reply) =>
    reply.page(
      'routes/feed/new-link.hbs',
      newLinkView(token, { publicUrl: 'https://routine.example.com', names, words }),
    ),
  )
}
