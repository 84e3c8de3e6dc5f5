import type { JobStatus } from '@night-routine/database/jobs'
import type { Parent, ParentId } from '@night-routine/database/nights'
import { areNamed, message, parentNames, wordingFor } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Connection } from '../src/plugins/connection.ts'
import { signedIn } from '../src/plugins/sessions.ts'
import { LocalizedHttpError } from '../src/plugins/localized-http-error.ts'
import { newLinkView } from '../src/household/sharing/new-link-view.ts'
import type { WebContext } from '../src/plugins/context.ts'
import { findAssets } from '../src/plugins/assets.ts'
import help from '../src/frame/help-route.ts'
import { homeView } from '../src/nights/home/home-view.ts'
import { signedOutView } from '../src/nights/home/signed-out-view.ts'
import { shownRange } from '../src/nights/home/month-view.ts'
import { parseMonth } from '../src/plugins/month.ts'
import manifest from '../src/frame/manifest-route.ts'
import offline from '../src/frame/offline-route.ts'
import serviceWorker from '../src/frame/service-worker-route.ts'
import { newToken } from '../src/plugins/session.ts'
import { alex, connected, now, parents } from './demo-household.ts'
import { failingPages } from './failing-pages.ts'
import { day } from './nights.ts'
import { oneOfEachKind } from './one-of-each-kind.ts'
import { changes } from './recorded-changes.ts'
import { ownProviders, providers } from './providers.ts'
import { routeService } from './route-service.ts'
import {
  isNoted,
  nights,
  pendingNight,
  shown,
  shownAsks,
  shownStep,
  shownTrips,
  weightOf,
} from './shown-nights.ts'
import { isIn, shownPages, tonight } from './shown-pages.ts'
import { shownCredentials } from './shown-credentials.ts'
import { newInvitationPage, shownInvitations } from './shown-people.ts'
import { shownFinish } from './shown-finish.ts'
import { shownSettings } from './shown-settings.ts'
import { shownYou } from './shown-you.ts'

/** The token of the share link. */
export const token = newToken()

/** Options of a household; by default signed in without problems. */
export interface Circumstances {
  language?: string
  signedOut?: boolean
  /** Which parent is signed in; Alex unless said. */
  reader?: ParentId
  /** The allow list is empty. */
  closed?: boolean
  /** The name of one parent; the other's is one letter longer. */
  names?: string
  /** The parents have no names yet. */
  unnamed?: boolean
  connection?: 'absent' | 'broken'
  /** Nothing is planned, chosen or recorded. */
  empty?: boolean
  notices?: boolean
  /** What the reader has left to set up: nothing, unless it is said. */
  toSetUp?: 'alone' | 'invited' | 'joined' | 'unknown'
  disconnecting?: boolean
  /** The calendars are on a server of the installation, and people sign in with another provider than Google. */
  ownServers?: boolean
  /** The same, and people sign in with accounts of the installation. */
  ownCredentials?: boolean
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

/** Serves every page of an in-memory household; returns the address. */
export async function shownHousehold(
  t: Pick<Test, 'teardown'>,
  circumstances: Circumstances = {},
): Promise<string> {
  const service = await householdService(t, circumstances)
  return service.listen({ host: '127.0.0.1', port: 0 })
}

/** The same, not listening. Its pages show the view models of these circumstances, without a database. */
export async function householdService(
  t: Pick<Test, 'teardown'>,
  circumstances: Circumstances,
): Promise<FastifyInstance> {
  const { language = 'en', signedOut, ownCredentials = false } = circumstances
  const ownServers = isOwn(circumstances)
  const named = parentsCalled(circumstances)
  const { reader = 'a' } = circumstances
  const own = ownCredentials ? { ...ownProviders, signIn: null } : ownProviders
  const household = { parents: named, reader, providers: ownServers ? own : providers }
  const service = await routeService(t, signedOut ? null : alex, [], language, household)
  homePage(service, circumstances)
  shownPages(service, {
    empty: circumstances.empty ?? false,
    disconnecting: circumstances.disconnecting ?? false,
    connection: connectionOf(circumstances),
    names: parentNames(named, wordingFor(language)),
    reader,
    isOwn: ownServers,
  })
  const grants = ownServers ? null : {}
  await service.register(help, { provider: { grants } as WebContext['provider'] })
  shownSettings(service, connectionOf(circumstances))
  shownYou(service, connectionOf(circumstances), ownCredentials)
  newLinkPage(service, named)
  newInvitationPage(service)
  shownInvitations(service)
  if (ownCredentials) shownCredentials(service)
  failingPages(service)
  const assets = await findAssets()
  await service.register(offline)
  await service.register(serviceWorker, { assets })
  await service.register(manifest, { assets })
  return service
}

/** Whether the installation has a calendar server of its own. */
function isOwn({ ownServers = false, ownCredentials = false }: Circumstances): boolean {
  return ownServers || ownCredentials
}

function connectionOf(circumstances: Circumstances): Connection {
  const { connection } = circumstances
  if (isOwn(circumstances)) return { state: 'connected', account: null }
  return connection ? { state: connection } : connected
}

function homePage(service: FastifyInstance, circumstances: Circumstances) {
  const {
    signedOut,
    closed,
    empty = false,
    notices,
    disconnecting = false,
    toSetUp,
  } = circumstances
  const planned = empty ? [] : nights
  const connection = connectionOf(circumstances)
  const asksConsent = !closed && !isOwn(circumstances)
  service.get<{ Querystring: Record<string, string | undefined> }>('/', async (request, reply) => {
    const { wording, query } = request
    if (signedOut) {
      const view = signedOutView({ anybodyMayEnter: !closed, asksConsent, wording })
      return reply.page('nights/home/signed-out.hbs', view)
    }
    const { settings, parents: shownParents, people } = signedIn(request)
    const selected = planned.find(({ id }) => String(id) === query.night) ?? null
    const asked = query.month === undefined ? undefined : parseMonth(query.month)
    if (query.month !== undefined && asked === undefined)
      throw new LocalizedHttpError(400, message('error.noMonth'), { field: 'month' })
    const month = asked ?? null
    const weeks = shownRange({ month, tonight, weekStart: settings.weekStart })
    const view = homeView({
      revision: 'r1',
      lastEntry: 7n,
      settings,
      people,
      isNamed: areNamed(shownParents),
      month,
      tonight,
      nights: planned
        .filter(({ night }) => isIn(weeks, night) || night.equals(tonight))
        .map(night => ({
          ...night,
          note: isNoted(night) ? 'Bath first, medicine at 19:30' : null,
          weight: weightOf(night),
        })),
      trips: empty ? [] : shownTrips,
      asks: empty ? [] : shownAsks,
      joined: true,
      clock: null,
      lacksNights: false,
      selected,
      weight: 2,
      selectedNote: selected && { note: 'Bath first, medicine at 19:30', shared: true },
      choices:
        selected === null || selected.id === BigInt(shown.tooOld)
          ? null
          : {
              sitters: ['Maria', 'Jo'],
              swappable: planned.filter(({ caregiver }) => caregiver === 'b').slice(-5),
              returns: planned.filter(({ caregiver }) => caregiver === 'b').slice(-5),
              weight: 2,
              isOver: false,
              joined: true,
              asked: shownAsks.some(({ ask }) => ask.night.equals(selected.night)),
            },
      step: selected && shownStep(selected, query),
      accounts: new Map([[alex.email, 'a' as const]]),
      history: selected ? changes.flatMap(({ entries }) => entries).slice(0, 3) : [],
      connection,
      calendarName: empty ? null : 'Family',
      jobs: [pushed],
      progress: empty ? null : { pending: [day(pendingNight)], written: 4 },
      live: false,
      notices: notices ? oneOfEachKind : [],
      disconnecting,
      now,
      finish: toSetUp ? shownFinish(request, toSetUp, circumstances.ownCredentials === true) : null,
      toast: await request.readToast(),
      wording,
    })
    return reply.page('nights/home/home.hbs', view, connection)
  })
  // Nothing changes here, so the page's stream ends and it need not reconnect.
  service.get('/status/events', async (_request, reply) => reply.code(204).send())
  service.get('/status', async () => ({ revision: 'r1' }))
}

function parentsCalled({ names, unnamed }: Circumstances): Record<ParentId, Parent> {
  if (unnamed) return called(null, null)
  return names === undefined ? parents : called(names, `${names}s`)
}

function called(a: string | null, b: string | null): Record<ParentId, Parent> {
  return { a: { ...parents.a, name: a }, b: { ...parents.b, name: b } }
}

function newLinkPage(service: FastifyInstance, named: Record<ParentId, Parent>) {
  service.get('/new-link', async ({ wording }, reply) =>
    reply.page(
      'household/sharing/new-link.hbs',
      newLinkView(token, {
        publicUrl: 'https://routine.example.com',
        names: parentNames(named, wording),
        isNew: true,
        wording,
      }),
    ),
  )
}
