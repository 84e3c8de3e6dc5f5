import type { Transaction } from '@night-routine/database/connection'
import { readNights, type NightRange } from '@night-routine/database/nights'
import {
  dateIn,
  isBefore,
  tonight,
  undoLastChange,
  type ChangeOrigin,
  type UndoOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { nameApiFields, outcome, outcomeView, takeJsonOnly, text } from '../../plugins/json-api.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { parseId } from '../../plugins/id.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { readShownNight, shownNight, showNights } from './night-json.ts'

const range = Type.Object(
  { from: Type.Optional(text), to: Type.Optional(text) },
  {
    description:
      'The nights from one date to another, at most 400 days; by default from tonight on. `kind` is `open` for no ' +
      'one yet, `override` true if a person decided, `decision_reason` the name of the `reason`.',
  },
)

const list = Type.Object({ nights: Type.Array(shownNight) })

const undone = Type.Object({ ...outcome.properties, restored: Type.Array(text) })

const undoneWith = (description: string) => Type.Object(undone.properties, { description })
const params = Type.Object({ id: text })
const ofChange = Type.Object({ change: text })

/** As many days may be asked for at once: a year, and what is planned after it. */
const mostDays = 400

const noNight = message('error.noNight')

/** The nights, and the undo of changes, as JSON. */
export default async function nightsApi(service: WebService, context: WebContext) {
  const { db, clock } = context
  takeJsonOnly(service)
  nameApiFields(service)

  const lists = { schema: { querystring: range, response: { 200: list } } }
  service.get('/api/nights', lists, async request => {
    const { settings } = signedIn(request)
    const asked = rangeIn(request.query, tonight(settings, clock.now()))
    const nights = await readNights(db, asked.from, asked.to)
    return { nights: await showNights(db, request, nights, asked) }
  })

  const one = Type.Object(shownNight.properties, { description: 'One night.' })
  const shows = { schema: { params, response: { 200: one } } }
  service.get('/api/nights/:id', shows, async request => {
    const night = await readShownNight(db, request, parseId(request.params.id, noNight))
    if (night === null) throw new LocalizedHttpError(404, noNight)
    return night
  })

  const undoneNight = undoneWith(
    'Undoes the last change of this night, with what it did to others.',
  )
  const undoesNight = { schema: { params, response: { 200: undoneNight } } }
  service.post('/api/nights/:id/undo', undoesNight, async request => {
    const id = parseId(request.params.id, noNight)
    return undo(request, (trx, by) => undoLastChange(trx, { id, ...by }))
  })

  const undoneChange = undoneWith(
    'Undoes a change of the history, of nights, notes, weights, absences or settings; `last` is the last one that can be.',
  )
  const undoesChange = { schema: { params: ofChange, response: { 200: undoneChange } } }
  service.post('/api/changes/:change/undo', undoesChange, async request => {
    const { change: named } = request.params
    const change = named === 'last' ? undefined : named
    return undo(request, (trx, by) => undoLastChange(trx, { change, ...by }))
  })

  async function undo(
    request: FastifyRequest,
    change: (trx: Transaction, by: ChangeOrigin) => Promise<UndoOutcome>,
  ): Promise<Static<typeof undone>> {
    const made = await changeAs(context, request, change)
    return { ...outcomeView(made), restored: made.restored.map(String) }
  }
}

/** The dates asked for. @throws LocalizedHttpError 400 */
function rangeIn(asked: { from?: string; to?: string }, first: Temporal.PlainDate): NightRange {
  const from = asked.from === undefined ? first : dateOf(asked.from, 'from')
  const to = asked.to === undefined ? from.add({ days: mostDays - 1 }) : dateOf(asked.to, 'to')
  if (isBefore(to, from))
    throw new LocalizedHttpError(400, message('refusal.endsBeforeItBegins', { date: from }), {
      field: 'to',
    })
  if (from.until(to).days >= mostDays)
    throw new LocalizedHttpError(400, message('error.tooManyNights', { most: mostDays }), {
      field: 'to',
    })
  return { from, to }
}

function dateOf(typed: string, field: string): Temporal.PlainDate {
  const date = dateIn(typed)
  if (date === undefined) throw new LocalizedHttpError(400, message('refusal.noDate'), { field })
  return date
}
