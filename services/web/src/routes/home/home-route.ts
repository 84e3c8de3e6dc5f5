import {
  isDatabaseAway,
  readAssignment,
  readCalendarStatus,
  readHistory,
  readNightNote,
  readNightWeight,
  readNightsForHome,
  readParentsByEmail,
  type Assignment,
  type ParentId,
} from '@night-routine/database'
import { previewSwap, previewWeight, tonight, type Settings } from '@night-routine/household'
import { areNamed, message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type, type Static } from 'typebox'
import { weightIn } from '../nights/weight-in.ts'
import type { WebContext } from '../../context.ts'
import { takeFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseId } from '../id.ts'
import { usualIntent } from '../auth/begin-sign-in.ts'
import { homeView } from './home-view.ts'
import { readMessage } from './message.ts'
import { isWithinReach, monthRange, parseMonth } from './month-view.ts'
import { readNightChoices } from './night-choices.ts'
import { signedOutView } from './signed-out-view.ts'
import { readStatus } from './status-line.ts'

const query = Type.Object({
  month: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
  /** Another night, to swap this one with: shows what that would do. */
  swap: Type.Optional(Type.String()),
  /** What this night is to count: shows what that would do. */
  weight: Type.Optional(Type.String()),
  /** The newest history entry of an open page, which asks what others did since. */
  since: Type.Optional(Type.String({ pattern: '^\\d{1,18}$' })),
})

/** The month, for the household; what this is, for everybody else. */
const home: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock, publicUrl, anybodyMayEnter } = context
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
      return reply.page('routes/home/signed-out.hbs', view)
    }
    const { settings, parents, people, session } = signedIn(request)
    const now = clock.now()
    const selected = asked.night === null ? null : await readAssignment(db, asked.night)
    if (selected === undefined) throw new SpokenError(404, message('error.noNight'))
    const tonightsDate = tonight(settings, now)
    const month = asked.month ?? (selected?.night ?? tonightsDate).toPlainYearMonth()
    if (!isWithinReach(month, tonightsDate)) throw noMonth()

    // Status first, with its revision: if anything changes meanwhile, an open page has an older one and asks again.
    const calendar = await readCalendarStatus(db, now)
    const [nights, status, details] = await Promise.all([
      readNightsForHome(db, {
        shown: monthRange(month, settings.weekStart),
        next: { from: tonightsDate, to: tonightsDate.add({ days: 6 }) },
      }),
      readStatus(context, now, calendar),
      selected &&
        readSelected(context, { selected, swap: asked.swap, asked: asked.weight, settings, now }),
    ])
    const stored = takeFlash(request, reply, publicUrl)
    // The service worker keeps the last plan that was seen, without what belongs to one moment.
    if (stored === null && !request.url.includes('?')) void reply.header('offline-copy', 'keep')
    const view = homeView({
      ...status,
      ...(details ?? noDetails),
      nights,
      month,
      tonight: tonightsDate,
      selected,
      now,
      settings,
      people,
      isNamed: areNamed(parents),
      flash: await readMessage(db, {
        stored,
        since: asked.since,
        reader: session.email,
        people,
        tonight: tonightsDate,
        wording,
      }),
      wording,
    })
    return reply.page('routes/home/home.hbs', view, status.connection)
  })
}

export default home

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

function readQuery({ month, night, swap, weight, since }: Static<typeof query>) {
  const asked = month === undefined ? null : parseMonth(month)
  if (asked === undefined) throw noMonth()
  return {
    month: asked,
    night: idIn('night', night),
    swap: idIn('swap', swap),
    weight: weight === undefined ? null : weightIn(weight),
    since: since === undefined ? null : BigInt(since),
  }
}

function noMonth() {
  return new SpokenError(400, message('error.noMonth'), { field: 'month' })
}

function idIn(field: 'night' | 'swap', text: string | undefined): bigint | null {
  return text === undefined ? null : parseId(text, message('error.noNight'), field)
}

/** As many entries of a night's history as its details show. */
const shownChanges = 3

const noDetails = {
  choices: null,
  swap: null,
  weight: 1,
  proposed: null,
  selectedNote: null,
  history: [],
  accounts: new Map<string, ParentId>(),
}

/** What the details of the selected night show. */
async function readSelected(
  { db }: Pick<WebContext, 'db'>,
  facts: {
    selected: Assignment
    swap: bigint | null
    /** The weight that was chosen. */
    asked: number | null
    settings: Settings
    now: Temporal.Instant
  },
) {
  const { selected, swap: otherId, asked, now } = facts
  const { id } = selected
  const isAlone = otherId !== null || asked !== null
  const weight = await readNightWeight(db, selected.night)
  const [choices, swap, proposed, selectedNote, history, accounts] = await Promise.all([
    isAlone ? null : readNightChoices(db, { ...facts, weight }),
    otherId === null ? null : previewSwap(db, { id, otherId, now }),
    asked === null ? null : readProposed(db, { id, weight: asked, now }),
    readNightNote(db, selected.night),
    readHistory(db, { night: selected.night, limit: shownChanges }),
    readParentsByEmail(db),
  ])
  return { choices, swap, weight, proposed, selectedNote, history, accounts }
}

async function readProposed(
  db: WebContext['db'],
  asked: { id: bigint; weight: number; now: Temporal.Instant },
) {
  return { weight: asked.weight, preview: await previewWeight(db, asked) }
}
