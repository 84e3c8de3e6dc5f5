import { tonight, type PushProgress } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type {
  Assignment,
  Channel,
  Notice,
  Parent,
  ParentId,
  RecordedEntry,
  Settings,
  WorkStatus,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import type { NightChoices } from '../../night-choices.ts'
import { takeNotice } from '../../notices.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { homeView } from './home-view.ts'
import { isWithinReach, monthRange, parseMonth } from './month.ts'
import { signedOutView } from './signed-out-view.ts'

export interface HomeOptions {
  /** How things stand, all of one moment, before the nights: what moves meanwhile is looked at again. */
  readState: () => Promise<{
    /** What the page is a picture of. */
    revision: string
    settings: Settings
    parents: Record<ParentId, Parent>
    connection: Connection
    calendarName: string | null
    work: WorkStatus[]
    channels: Pick<Channel, 'state' | 'expiration'>[]
    told: Notice[]
    disconnecting: boolean
    progress: PushProgress | null
  }>
  readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<Assignment[]>
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

/** The month, for the household; what this is, for everybody else. */
export const home: FastifyPluginAsyncTypebox<HomeOptions> = async (service, options) => {
  service.get('/', { schema: { querystring: query } }, async (request, reply) => {
    const asked = readQuery(request.query)
    if (request.session === null)
      return reply.page(
        'routes/home/signed-out.hbs',
        signedOutView(options.anybodyMayEnter, request.words),
      )

    const now = options.clock.now()
    const [{ connection, settings, parents, ...state }, selected] = await Promise.all([
      options.readState(),
      asked.night === null ? null : findNight(options, asked.night),
    ])
    const tonightsDate = tonight(settings, now)
    const month = asked.month ?? (selected?.night ?? tonightsDate).toPlainYearMonth()
    if (!isWithinReach(month, tonightsDate)) throw malformed('month')
    const [nights, choices, history] = await Promise.all([
      readShownNights(options, month, settings.weekStart, tonightsDate),
      selected && options.readChoices({ selected, settings, now }),
      selected ? options.readNightHistory(selected.night) : [],
    ])
    const view = homeView({
      ...state,
      settings,
      people: { names: { a: parents.a.name, b: parents.b.name } },
      month,
      tonight: tonightsDate,
      nights,
      selected,
      choices,
      history,
      connection,
      now,
      notice: takeNotice(request, reply, options.publicUrl),
      words: request.words,
    })
    return reply.page('routes/home/home.hbs', view, connection)
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

// The weeks shown and the days after tonight: in most months one is part of the other.
async function readShownNights(
  { readNights }: HomeOptions,
  month: Temporal.PlainYearMonth,
  weekStart: number,
  from: Temporal.PlainDate,
) {
  const shown = monthRange(month, weekStart)
  const to = from.add({ days: 7 })
  const isShown =
    Temporal.PlainDate.compare(from, shown.from) >= 0 &&
    Temporal.PlainDate.compare(to, shown.to) <= 0
  if (isShown) return readNights(shown.from, shown.to)
  const ranges = await Promise.all([readNights(shown.from, shown.to), readNights(from, to)])
  const byNight = new Map(ranges.flat().map(night => [night.night.toString(), night]))
  return [...byNight.values()].toSorted((one, other) =>
    Temporal.PlainDate.compare(one.night, other.night),
  )
}
