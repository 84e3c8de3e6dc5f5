import {
  readAbsences,
  readAbsenceSources,
  readRepeatingAbsences,
} from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import { addAbsence, ChangeRefusal } from '@night-routine/household'
import { waits } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { changeAs, type WebService } from '../../plugins/context.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { exactId } from '../../plugins/id.ts'
import { nameApiFields, outcome, outcomeView, takeJsonOnly } from '../../plugins/json-api.ts'
import { absenceAskedFor } from '../../plugins/absence-form.ts'
import { addSource, type SourcesContext } from './add-source.ts'

const text = Type.String()
const textOrNull = Type.Union([text, Type.Null()])
const parent = Type.Enum([...parentIds])
const weekdays = Type.Array(Type.Integer(), { maxItems: 7 })
const cycle = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 2, maxItems: 56 })

const list = Type.Object(
  {
    absences: Type.Array(Type.Object({ id: exactId, parent, from: text, to: text })),
    repeating: Type.Array(
      Type.Object({
        id: exactId,
        parent,
        weekdays,
        every_weeks: Type.Integer(),
        cycle: Type.Union([cycle, Type.Null()]),
        from: text,
        to: textOrNull,
      }),
    ),
    calendars: Type.Array(
      Type.Object({ id: text, parent, name: text, state: text, read_at: textOrNull }),
    ),
  },
  {
    description:
      'When a parent is away: dates, repeating weekdays (1 is Monday) or cycles, and calendars that absences come from.',
  },
)

const adding = Type.Object(
  {
    parent,
    from: text,
    to: Type.Optional(text),
    weekdays: Type.Optional(weekdays),
    every_weeks: Type.Optional(Type.Integer()),
    cycle: Type.Optional(cycle),
  },
  {
    additionalProperties: false,
    description:
      'Adds an absence from one night to another, or of one. With `weekdays` it repeats from that ' +
      'week on, every `every_weeks` weeks (1), without `to` for good. With `cycle` instead, such as `[4, 2]`, it is ' +
      'nights away, then at home, in turn.',
  },
)

const calendar = Type.Object(
  { calendar: Type.Optional(text), address: Type.Optional(text) },
  {
    additionalProperties: false,
    description:
      'Takes your absences from a calendar of the connected account (`calendar`, its id) or an https `address`, at once and then every hour.',
  },
)

/** The absences of the parents, as JSON. */
export default async function absencesApi(service: WebService, context: SourcesContext) {
  const { db } = context
  takeJsonOnly(service)
  nameApiFields(service)

  service.get('/api/absences', { schema: { response: { 200: list } } }, async () => {
    const [absences, repeating, sources] = await Promise.all([
      readAbsences(db),
      readRepeatingAbsences(db),
      readAbsenceSources(db),
    ])
    return {
      absences: absences.map(({ from, to, ...one }) => ({
        ...one,
        from: from.toString(),
        to: to.toString(),
      })),
      repeating: repeating.map(({ everyWeeks, to, cycle: turns = null, ...one }) => ({
        ...one,
        cycle: turns,
        from: one.from.toString(),
        to: to && to.toString(),
        every_weeks: everyWeeks,
      })),
      calendars: sources.map(({ id, parent: whose, name, outcome: state, readAt }) => ({
        id,
        parent: whose,
        name,
        state,
        read_at: readAt && readAt.toString({ smallestUnit: 'second' }),
      })),
    }
  })

  const added = Type.Object({ id: exactId, repeats: Type.Boolean(), ...outcome.properties })
  const adds = { schema: { body: adding, response: { 200: added } } }
  service.post('/api/absences', adds, async request => {
    const {
      parent: whose,
      from,
      to = '',
      weekdays: days,
      every_weeks = 1,
      cycle: turns,
    } = request.body
    const repeats = days !== undefined || turns !== undefined
    const asked = absenceAskedFor(
      { parent: whose, from, to },
      repeats
        ? {
            weekdays: days ?? [],
            everyWeeks: turns ? 1 : every_weeks,
            ...(turns && { cycle: turns }),
          }
        : undefined,
    )
    if ('faults' in asked) throw new ChangeRefusal('not-allowed', asked.faults)
    const made = await changeAs(context, request, (trx, by) =>
      addAbsence(trx, { ...asked.absence, ...by }),
    )
    return { id: made.id, repeats, ...outcomeView(made) }
  })

  const addsCalendar = {
    schema: { body: calendar, response: { 200: outcome } },
    handlerTimeout: waits.providerHandlerMs,
  }
  service.post('/api/absence-calendars', addsCalendar, async request => {
    const { calendar: id, address } = request.body
    if ((id === undefined) === (address === undefined))
      throw new LocalizedHttpError(400, message('error.calendarOrAddress'), { field: 'calendar' })
    return outcomeView(await addSource(request, context, request.body))
  })
}
