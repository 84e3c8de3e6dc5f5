import { tonight } from '@night-routine/household'
import type { PushProgress } from '@night-routine/calendar-sync'
import type { Clock } from '@night-routine/service'
import type {
  Assignment,
  HomeAnswer,
  HomeQuestion,
  HomeState,
  Notice,
  RecordedEntry,
  Settings,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import type { NightChoices } from '../../night-choices.ts'
import { takeNotice } from '../../notices.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { homeView, type HomeFacts } from './home-view.ts'
import { keepPages, pageKey } from './kept-pages.ts'
import { isWithinReach, monthRange, parseMonth } from './month.ts'
import { signedOutView } from './signed-out-view.ts'
import { standsUntil } from './status-line.ts'

/** How things stand, all of one moment; null where it is as the digest that is known says. */
export interface HomePage extends Omit<HomeAnswer, 'state'> {
  state: HomeReading | null
}

/** What of it the page says. */
export interface HomeReading extends Omit<HomeState, 'openToken' | 'notices'> {
  connection: Connection
  told: Notice[]
  progress: PushProgress | null
}

export interface HomeOptions {
  readHome: (asked: HomeQuestion) => Promise<HomePage>
  readAssignment: (id: bigint) => Promise<Assignment | undefined>
  /** What may be done with the selected night. */
  readChoices: (asked: {
    selected: Assignment
    settings: Settings
    now: Temporal.Instant
  }) => Promise<NightChoices | null>
  /** The newest entries about a night. */
  readNightHistory: (night: Temporal.PlainDate) => Promise<RecordedEntry[]>
  /** False where the list of people is empty: said to whoever stands before the closed door. */
  anybodyMayEnter: boolean
  publicUrl: string
  clock: Clock
}

const query = Type.Object({
  month: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
})

// A household looks at a few months, and a page is some 30 kB.
const mostKept = { pages: 24, bytes: 2_000_000 }

/** The month, for the household; what this is, for everybody else. */
export const home: FastifyPluginAsyncTypebox<HomeOptions> = async (service, options) => {
  const kept = keepPages(mostKept)

  service.get('/', { schema: { querystring: query } }, async (request, reply) => {
    const asked = readQuery(request.query)
    const { visit, words } = request
    if (visit === null)
      return reply.page('routes/home/signed-out.hbs', signedOutView(options.anybodyMayEnter, words))
    const { session, household, snapshot } = visit
    const now = options.clock.now()
    const selected = asked.night === null ? null : await findNight(options, asked.night)
    const tonightsDate = tonight(household, now)
    const month = asked.month ?? (selected?.night ?? tonightsDate).toPlainYearMonth()
    if (!isWithinReach(month, tonightsDate)) throw malformed('month')

    // An open night says what would follow from a change, and a notice is said once: both are made anew.
    const mayKeep = selected === null && request.cookies['notice'] === undefined
    const key = pageKey({ email: session.email, household, month, tonight: tonightsDate })
    const page = mayKeep ? kept.find(key, now) : undefined
    // Nothing was written since, anywhere.
    if (page?.snapshot === snapshot) return reply.html(page.html)
    const { state, ...seen } = await options.readHome({
      shown: monthRange(month, household.weekStart),
      next: { from: tonightsDate, to: tonightsDate.add({ days: 7 }) },
      known: page?.digest ?? null,
    })
    if (page && state === null) {
      kept.keep(key, { ...page, ...seen })
      return reply.html(page.html)
    }
    if (state === null) throw new Error('Only what is known is not said again.')
    const html = await draw(options, reply, state, { month, tonight: tonightsDate, selected, now })
    // What is being written to the calendar meanwhile is not in the digest.
    if (mayKeep && state.progress === null)
      kept.keep(key, { html, ...seen, from: now, until: standsUntil({ ...state, now }) })
    return reply.html(html)
  })
}

function readQuery({ month, night }: { month?: string; night?: string }) {
  const asked = {
    month: month === undefined ? null : parseMonth(month),
    night: night === undefined ? null : parseAssignmentId(night),
  }
  if (asked.month === undefined) throw malformed('month')
  if (asked.night === undefined) throw malformed('night')
  return { month: asked.month, night: asked.night }
}

function malformed(field: 'month' | 'night') {
  const said = message(field === 'month' ? 'error.noMonth' : 'error.noNight')
  return new SpokenError(400, said, { field })
}

async function findNight({ readAssignment }: HomeOptions, id: bigint) {
  const assignment = await readAssignment(id)
  if (!assignment) throw new SpokenError(404, message('error.noNight'))
  return assignment
}

type Shown = Pick<HomeFacts, 'month' | 'tonight' | 'selected' | 'now'>

/** The page as it is now. */
async function draw(
  options: HomeOptions,
  reply: FastifyReply,
  state: HomeReading,
  shown: Shown,
): Promise<Buffer> {
  const { request } = reply
  const view = homeView({
    ...state,
    ...shown,
    ...(await readSelected(options, shown, state.settings)),
    // As the nights were chosen, should somebody have saved settings in between.
    settings: { ...state.settings, ...request.visit?.household },
    people: { names: { a: state.parents.a.name, b: state.parents.b.name } },
    notice: takeNotice(request, reply, options.publicUrl),
    words: request.words,
  })
  return Buffer.from(await reply.draw('routes/home/home.hbs', view, state.connection))
}

async function readSelected(
  { readChoices, readNightHistory }: HomeOptions,
  { selected, now }: Shown,
  settings: Settings,
) {
  if (selected === null) return { choices: null, history: [] }
  const [choices, history] = await Promise.all([
    readChoices({ selected, settings, now }),
    readNightHistory(selected.night),
  ])
  return { choices, history }
}
