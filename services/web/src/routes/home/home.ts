import {
  readAssignment,
  readCalendarStatus,
  readHistory,
  readNightNote,
  readNightsForHome,
  type Assignment,
} from '@night-routine/database'
import { tonight, type Settings } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { WebContext } from '../../context.ts'
import { takeFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { homeView } from './home-view.ts'
import { isWithinReach, monthRange, parseMonth } from './month-view.ts'
import { readNightChoices } from './night-choices.ts'
import { readStatus } from './status-line.ts'

const query = Type.Object({
  month: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
})

/** The month, for the household; what this is, for everybody else. */
export const home: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock, publicUrl, anybodyMayEnter } = context
  const options = { config: { access: 'optional' }, schema: { querystring: query } } as const
  service.get('/', options, async (request, reply) => {
    const asked = readQuery(request.query)
    const { visit, words } = request
    if (visit === null) {
      void reply.header('offline-copy', 'drop')
      const view = { title: words.say('signIn.title'), anybodyMayEnter }
      return reply.page('routes/home/signed-out.hbs', view)
    }
    const { settings, names } = signedIn(request)
    const now = clock.now()
    const selected = asked.night === null ? null : await readAssignment(db, asked.night)
    if (selected === undefined) throw new SpokenError(404, message('error.noNight'))
    const tonightsDate = tonight(settings, now)
    const month = asked.month ?? (selected?.night ?? tonightsDate).toPlainYearMonth()
    if (!isWithinReach(month, tonightsDate)) throw malformed('month')

    // Status first, with its revision: if anything changes meanwhile, an open page has an older one and asks again.
    const calendar = await readCalendarStatus(db, now)
    const [nights, tonightsNote, status, choices] = await Promise.all([
      readNightsForHome(db, {
        shown: monthRange(month, settings.weekStart),
        next: { from: tonightsDate, to: tonightsDate.add({ days: 7 }) },
      }),
      readNightNote(db, tonightsDate),
      readStatus(context, now, calendar),
      selected && readSelected(context, selected, settings, now),
    ])
    const flash = takeFlash(request, reply, publicUrl)
    // The service worker keeps the last plan that was seen, without what belongs to one moment.
    if (flash === null && !request.url.includes('?')) void reply.header('offline-copy', 'keep')
    const view = homeView({
      ...status,
      nights,
      choices: choices?.choices ?? null,
      history: choices?.history ?? [],
      tonightsNote,
      selectedNote: choices?.note ?? null,
      month,
      tonight: tonightsDate,
      selected,
      now,
      settings,
      people: { names },
      flash,
      words,
    })
    return reply.page('routes/home/home.hbs', view, status.connection)
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

/** As many entries of a night's history as its details show. */
const shownChanges = 3

async function readSelected(
  { db }: Pick<WebContext, 'db'>,
  selected: Assignment,
  settings: Settings,
  now: Temporal.Instant,
) {
  const [choices, note, history] = await Promise.all([
    readNightChoices(db, { selected, settings, now }),
    readNightNote(db, selected.night),
    readHistory(db, { night: selected.night, limit: shownChanges }),
  ])
  return { choices, note, history }
}
