import type { JobStatus, Parent, ParentId } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Connection } from '../src/connection.ts'
import { takeFlash } from '../src/flash.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import { SpokenError } from '../src/plugins/spoken-error.ts'
import { calendarsView } from '../src/routes/calendars/calendars-view.ts'
import { newLinkView } from '../src/routes/feed/new-link-view.ts'
import { help } from '../src/routes/help/help.ts'
import { historyView } from '../src/routes/history/history-view.ts'
import { homeView } from '../src/routes/home/home-view.ts'
import { monthRange, parseMonth } from '../src/routes/home/month-view.ts'
import { shareView } from '../src/routes/share/share-view.ts'
import { statisticsRange, statisticsView } from '../src/routes/statistics/statistics-view.ts'
import { newToken } from '../src/session.ts'
import { alex, connected, now, parents, settings } from './demo-household.ts'
import { failingPages } from './failing-pages.ts'
import { day } from './nights.ts'
import { oneOfEachKind } from './one-of-each-kind.ts'
import { changes, undoable } from './recorded-changes.ts'
import { routeService } from './route-service.ts'
import { nights, pendingNight, shown } from './shown-nights.ts'
import { shownSettings } from './shown-settings.ts'

const tonight = day('2026-11-20')

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

/** The same, not listening. Its pages show the view models of these circumstances, without a database. */
export async function householdService(
  t: Test,
  circumstances: Circumstances,
): Promise<FastifyInstance> {
  const { language = 'en', signedOut } = circumstances
  const named = parentsCalled(circumstances)
  const household = { parents: named }
  const service = await routeService(t, signedOut ? null : alex, [], language, household)
  homePage(service, circumstances)
  otherPages(service, circumstances)
  await service.register(help)
  shownSettings(service, connectionOf(circumstances))
  newLinkPage(service, named)
  failingPages(service)
  return service
}

function connectionOf({ connection }: Circumstances): Connection {
  return connection ? { state: connection } : connected
}

function homePage(service: FastifyInstance, circumstances: Circumstances) {
  const { signedOut, closed, empty = false, told, disconnecting = false } = circumstances
  const planned = empty ? [] : nights
  const connection = connectionOf(circumstances)
  service.get<{ Querystring: { month?: string; night?: string } }>('/', async (request, reply) => {
    const { words, query } = request
    if (signedOut) {
      const view = { title: words.say('signIn.title'), anybodyMayEnter: !closed }
      return reply.page('routes/home/signed-out.hbs', view)
    }
    const { settings, names } = signedIn(request)
    const selected = planned.find(({ id }) => String(id) === query.night) ?? null
    const asked = query.month === undefined ? undefined : parseMonth(query.month)
    if (query.month !== undefined && asked === undefined)
      throw new SpokenError(400, message('error.noMonth'), { field: 'month' })
    const month = asked ?? (selected?.night ?? tonight).toPlainYearMonth()
    const shownRange = monthRange(month, settings.weekStart)
    const nextRange = { from: tonight, to: tonight.add({ days: 7 }) }
    const view = homeView({
      revision: 'r1',
      settings,
      people: { names },
      month,
      tonight,
      nights: planned.filter(({ night }) => isIn(shownRange, night) || isIn(nextRange, night)),
      selected,
      choices:
        selected === null || selected.id === BigInt(shown.tooOld)
          ? null
          : {
              sitters: ['Maria', 'Jo'],
              swappable: planned.filter(({ caregiver }) => caregiver === 'b').slice(-5),
              unlocking: selected.override ? { caregiver: 'b', changed: [] } : null,
              isOver: false,
            },
      history: selected ? changes.flatMap(({ entries }) => entries).slice(0, 3) : [],
      connection,
      calendarName: empty ? null : 'Family',
      jobs: [pushed],
      progress: empty ? null : { pending: [day(pendingNight)], written: 4 },
      live: false,
      notices: told ? oneOfEachKind : [],
      disconnecting,
      now,
      flash: takeFlash(request, reply, 'http://localhost:8080'),
      words,
    })
    return reply.page('routes/home/home.hbs', view, connection)
  })
  // Nothing changes here, so the page's stream ends and it need not reconnect.
  service.get('/status/events', async (_request, reply) => reply.code(204).send())
  service.get('/status', async () => ({ revision: 'r1' }))
}

function otherPages(service: FastifyInstance, circumstances: Circumstances) {
  const { empty = false, disconnecting = false } = circumstances
  const planned = empty ? [] : nights
  const connection = connectionOf(circumstances)
  const { a, b } = parentsCalled(circumstances)
  const names = { a: a.name, b: b.name }
  service.get('/statistics', async ({ words }, reply) => {
    const range = statisticsRange(tonight)
    const view = statisticsView({
      tonight,
      record: planned.filter(({ night }) => Temporal.PlainDate.compare(night, tonight) < 0),
      nights: planned.filter(({ night }) => isIn(range, night)),
      names,
      order: settings.statisticsOrder,
      words,
    })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })
  service.get<{ Querystring: { night?: string; before?: string } }>(
    '/history',
    async ({ query, words }, reply) => {
      const view = historyView({
        changes: empty ? [] : changes,
        hasMore: false,
        night: query.night === undefined ? null : day(query.night),
        isOlder: query.before !== undefined,
        people: { names },
        tonight,
        timeZone: settings.timeZone,
        undoable,
        words,
      })
      return reply.page('routes/history/history.hbs', view, connection)
    },
  )
  service.get('/share/:link', async ({ words }, reply) => {
    const month = tonight.toPlainYearMonth()
    const { weekStart } = settings
    const range = monthRange(month, weekStart)
    const seen = planned.filter(({ night }) => isIn(range, night))
    const people = { names }
    const view = shareView({ month, tonight, weekStart, nights: seen, people, words })
    return reply.page('routes/share/share.hbs', view)
  })
  service.get('/calendars', async ({ words }, reply) => {
    const isConnected = connection.state === 'connected'
    const view = calendarsView({
      calendars: disconnecting || !isConnected ? null : empty ? [] : shownCalendars,
      selected: empty ? undefined : { calendarId: 'family', calendarName: 'Family' },
      absent: connection.state === 'absent',
      connected: isConnected ? connection.account : undefined,
      signedInAs: alex.email,
      disconnecting,
      words,
    })
    return reply.page('routes/calendars/calendars.hbs', view, connection)
  })
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
