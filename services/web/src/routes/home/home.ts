import { tonight, type Settings } from '@night-routine/household'
import type { PushProgress } from '@night-routine/calendar-sync'
import type { Clock } from '@night-routine/service'
import type {
  Assignment,
  NightRange,
  Notice,
  RecordedEntry,
  ShownNight,
  JobStatus,
} from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import type { NightChoices } from '../../night-choices.ts'
import { takeNotice } from '../../notices.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { homeView, type HomeFacts } from './home-view.ts'
import { isWithinReach, monthRange, parseMonth } from './month.ts'
import { signedOutView } from './signed-out-view.ts'

/** What the home page says. */
export interface HomeReading {
  /** As `readPulse` has it. */
  revision: string
  calendarName: string | null
  live: boolean
  jobs: Omit<JobStatus, 'running'>[]
  told: Notice[]
  disconnecting: boolean
  nights: ShownNight[]
  connection: Connection
  progress: PushProgress | null
}

export interface HomeOptions {
  readHome: (asked: { shown: NightRange; next: NightRange }) => Promise<HomeReading>
  readAssignment: (id: bigint) => Promise<Assignment | undefined>
  /** What may be done with the selected night. */
  readChoices: (asked: {
    selected: Assignment
    settings: Settings
    now: Temporal.Instant
  }) => Promise<NightChoices | null>
  /** The newest entries about a night. */
  readNightHistory: (night: Temporal.PlainDate) => Promise<RecordedEntry[]>
  /** False when the list of allowed addresses is empty: the signed-out page says so. */
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
    const { household, words } = request
    if (household === null)
      return reply.page('routes/home/signed-out.hbs', signedOutView(options.anybodyMayEnter, words))
    const now = options.clock.now()
    const selected = asked.night === null ? null : await findNight(options, asked.night)
    const { settings, parents } = household
    const tonightsDate = tonight(settings, now)
    const month = asked.month ?? (selected?.night ?? tonightsDate).toPlainYearMonth()
    if (!isWithinReach(month, tonightsDate)) throw malformed('month')

    const state = await options.readHome({
      shown: monthRange(month, settings.weekStart),
      next: { from: tonightsDate, to: tonightsDate.add({ days: 7 }) },
    })
    const view = homeView({
      ...state,
      ...(await readSelected(options, { selected, now, settings })),
      month,
      tonight: tonightsDate,
      selected,
      now,
      settings,
      people: { names: { a: parents.a.name, b: parents.b.name } },
      notice: takeNotice(request, reply, options.publicUrl),
      words,
    })
    return reply.page('routes/home/home.hbs', view, state.connection)
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

/** What the open night says besides. */
async function readSelected(
  { readChoices, readNightHistory }: HomeOptions,
  { selected, now, settings }: Pick<HomeFacts, 'selected' | 'now'> & { settings: Settings },
) {
  if (selected === null) return { choices: null, history: [] }
  const [choices, history] = await Promise.all([
    readChoices({ selected, settings, now }),
    readNightHistory(selected.night),
  ])
  return { choices, history }
}
