import { isDatabaseAway } from '@night-routine/database/connection'
import {
  readAssignment,
  readHistory,
  readNightNote,
  readNightWeight,
  readNightsForHome,
  readOpenAsks,
  readTrips,
  type Assignment,
  type ParentId,
} from '@night-routine/database/nights'
import { readMemberNotices, parentsByEmail, readSetUp } from '@night-routine/database/people'
import { readCalendarStatus } from '@night-routine/database/pulse'
import { previewAsk, tonight, weightIn, zoneOf, type Settings } from '@night-routine/household'
import { areNamed, message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { leaveNews } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { parseId } from '../../plugins/id.ts'
import { usualIntent } from '../../sign-in/begin-sign-in.ts'
import { finishView, readFinish } from './finish-view.ts'
import { homeView } from './home-view.ts'
import { isWithinReach, monthShowing, shownRange } from './month-view.ts'
import { parseMonth } from '../../plugins/month.ts'
import { readNightChoices } from '../sheet/night-choices.ts'
import { choiceNames, readNightStep, type AskedStep } from '../sheet/night-steps.ts'
import { signedOutView } from './signed-out-view.ts'
import { readStatus } from './status-line.ts'

const query = Type.Object({
  month: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
  /** Another night, to swap this one with: shows what that would do. */
  swap: Type.Optional(Type.String()),
  /** What to do with the night: shows what that would do. */
  choice: Type.Optional(Type.Union(choiceNames.map(name => Type.Literal(name)))),
  /** Who gets the night, or the last night of an absence. */
  to: Type.Optional(Type.String()),
  /** The babysitter to book. */
  sitter: Type.Optional(Type.String()),
  /** An absence to preview. */
  parent: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  everyWeeks: Type.Optional(Type.String()),
  /** What this night is to count: shows what that would do. */
  weight: Type.Optional(Type.String()),
  /** The newest history entry of an open page, which asks what others did since. */
  since: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
})

/** The month, for the household; what this is, for everybody else. */
export default async function home(service: WebService, context: WebContext) {
  const { db, clock, ownsCredentials } = context
  // Somebody can always be first with the set-up code.
  const anybodyMayEnter = context.anybodyMayEnter || ownsCredentials
  const options = {
    config: { access: 'optional' },
    schema: { querystring: query },
    // Autoload's prefix is `/`, below which Fastify would also serve `//`.
    prefixTrailingSlash: 'no-slash',
  } as const
  service.get('/', options, async (request, reply) => {
    const asked = readQuery(request.query)
    const { wording } = request
    if (request.sessionContext === null) {
      void reply.header('offline-copy', 'drop')
      const asksConsent = anybodyMayEnter && (await willAskConsent(context))
      const view = signedOutView({ anybodyMayEnter, asksConsent, wording })
      return reply.page('nights/home/signed-out.hbs', view)
    }
    const { settings, parents, people, session, reader } = signedIn(request)
    const now = clock.now()
    const selected = asked.night === null ? null : await readAssignment(db, asked.night)
    if (selected === undefined) throw new LocalizedHttpError(404, message('error.noNight'))
    const tonightsDate = tonight(settings, now)
    const weeks = { tonight: tonightsDate, weekStart: settings.weekStart }
    // The page of a night: the coming weeks, or the month of a night that is not among them.
    const ofNight = selected && monthShowing({ from: selected.night, to: selected.night }, weeks)
    const month = asked.month ?? ofNight
    if (month !== null && !isWithinReach(month, tonightsDate)) throw noMonth()

    // Status first, with its revision: if anything changes meanwhile, an open page has an older one and asks again.
    const calendar = await readCalendarStatus(db, now)
    const isChosen = calendar.calendarName !== null && !calendar.disconnecting
    const [plan, status, { setUp, ...present }] = await Promise.all([
      readPlan(db, { month, ...weeks, reader, hasAsks: calendar.hasAsks, now }),
      readStatus(context, now, calendar),
      readPresent(context, { email: session.email, reader, isChosen, now }),
    ])
    const facts = { ...plan, ...present, reader, settings, now }
    const details = selected && (await readSelected(db, { selected, step: asked.step, ...facts }))
    const toast = await request.readToast(asked.since)
    if (toast?.isNews === true && asked.since !== null) leaveNews(reply, asked.since)
    // The service worker keeps the last plan that was seen, without what belongs to one moment.
    if (toast === null && !request.url.includes('?')) void reply.header('offline-copy', 'keep')
    const view = homeView({
      ...status,
      ...(details ?? noDetails),
      ...plan,
      ...present,
      lowDisk: await context.machine?.readLowDisk(),
      month,
      tonight: tonightsDate,
      selected,
      now,
      settings,
      people,
      readerEmail: session.email,
      isNamed: areNamed(parents),
      finish:
        setUp &&
        finishView({
          ...setUp,
          email: session.email,
          people,
          userAgent: request.headers['user-agent'],
          canHavePasskeys: ownsCredentials && context.passkeyProblem === null,
          servesCalendar: context.config.CALENDAR === 'own',
          timeZone: zoneOf(settings),
          wording,
        }),
      toast,
      wording,
    })
    return reply.page('nights/home/home.hbs', view, status.connection)
  })
}

/** The nights that the page shows, and what else there is to know of them. */
async function readPlan(
  db: WebContext['db'],
  asked: Parameters<typeof shownRange>[0] & {
    reader: ParentId | null
    hasAsks: boolean
    now: Temporal.Instant
  },
) {
  const { reader, hasAsks, now, ...weeks } = asked
  const shown = shownRange(weeks)
  const from = weeks.tonight
  const [nights, trips, openAsks] = await Promise.all([
    readNightsForHome(db, { shown, next: { from, to: from } }),
    readTrips(db, shown),
    hasAsks ? readOpenAsks(db, from) : [],
  ])
  const asks = await Promise.all(
    openAsks.map(async ask => {
      const isToAnswer = reader !== null && reader !== ask.parent
      return { ask, preview: isToAnswer ? await previewAsk(db, { ask, now }) : null }
    }),
  )
  return { nights, trips, asks }
}

/** Who has come in, and what they have left to set up, which is null until a calendar is chosen. */
async function readPresent(
  { db, mayEnter }: Pick<WebContext, 'db' | 'mayEnter'>,
  about: { email: string; reader: ParentId | null; isChosen: boolean; now: Temporal.Instant },
) {
  const { email, reader, isChosen, now } = about
  const everybody = await readSetUp(db)
  const own = everybody.find(each => each.email === email)
  const unseen = own?.hasNotices === true ? await readMemberNotices(db, email) : []
  const accounts = parentsByEmail(everybody)
  const joined = reader !== null && [...accounts.values()].some(parent => parent !== reader)
  const setUp = isChosen ? await readFinish(db, everybody, { now, mayEnter }) : null
  return { accounts, joined, setUp, unseen }
}

/** Whether a sign-in leads to a consent page. The page is also shown without the database, which alone knows. */
async function willAskConsent(context: WebContext): Promise<boolean> {
  return usualIntent(context).then(
    intent => intent === 'connect',
    (error: unknown) => {
      if (isDatabaseAway(error)) return false
      throw error
    },
  )
}

function readQuery(asked: Static<typeof query>) {
  const { month: text, since, weight, parent = '', from = '', to = '', everyWeeks = '' } = asked
  const month = text === undefined ? null : parseMonth(text)
  if (month === undefined) throw noMonth()
  return {
    month,
    night: idIn('night', asked.night),
    step: {
      choice: asked.choice,
      to,
      sitter: asked.sitter ?? '',
      swap: idIn('swap', asked.swap),
      // Empty is as its weekday.
      weight: weight === '' ? null : weight === undefined ? undefined : weightIn(weight),
      absence: { parent, from, to, everyWeeks },
    },
    since: since === undefined ? null : BigInt(since),
  }
}

function noMonth() {
  return new LocalizedHttpError(400, message('error.noMonth'), { field: 'month' })
}

function idIn(field: 'night' | 'swap', text: string | undefined): bigint | null {
  return text === undefined ? null : parseId(text, message('error.noNight'), field)
}

/** As many entries of a night's history as its details show. */
const shownChanges = 3

const noDetails = { choices: null, step: null, weight: null, selectedNote: null, history: [] }

/** What the details of the selected night show. */
async function readSelected(
  db: WebContext['db'],
  facts: Pick<Awaited<ReturnType<typeof readPlan>>, 'asks'> & {
    selected: Assignment
    joined: boolean
    step: AskedStep
    reader: ParentId | null
    settings: Settings
    now: Temporal.Instant
  },
) {
  const { selected, step: asked } = facts
  const asks = facts.asks.map(({ ask }) => ask)
  const weight = await readNightWeight(db, selected.night)
  const from = asked.absence.from || selected.night.toString()
  const [choices, step, selectedNote, history] = await Promise.all([
    readNightChoices(db, { ...facts, weight, asks }),
    readNightStep(db, { ...asked, absence: { ...asked.absence, from } }, facts),
    readNightNote(db, selected.night),
    readHistory(db, { night: selected.night, limit: shownChanges }),
  ])
  return { choices, step, weight, selectedNote, history }
}
