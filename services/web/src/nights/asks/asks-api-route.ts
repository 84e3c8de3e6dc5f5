import type { Queryable } from '@night-routine/database/connection'
import {
  readClosedAsks,
  readNights,
  readOpenAsks,
  type Ask,
  type ParentId,
} from '@night-routine/database/nights'
import { answerAsk, askForNight, dateIn, tonight, withdrawAsk } from '@night-routine/household'
import { otherParent } from '@night-routine/fairness'
import { message } from '@night-routine/wording'
import { Type, type Static } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { takeJsonOnly, text, textOrNull } from '../../plugins/json-api.ts'

const shownAsk = Type.Object({
  id: text,
  date: text,
  asked_by: text,
  asked_of: text,
  word: textOrNull,
  return_date: textOrNull,
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('accepted'),
    Type.Literal('declined'),
    Type.Literal('withdrawn'),
    Type.Literal('ended'),
  ]),
  asked_at: text,
  closed_at: textOrNull,
})

const list = Type.Object(
  { asks: Type.Array(shownAsk) },
  {
    description: 'The open asks by date, then the last ten that are closed, newest first.',
  },
)

const asking = Type.Object(
  {
    night: Type.Optional(text),
    assignment_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    word: Type.Optional(text),
    return: Type.Optional(text),
  },
  {
    additionalProperties: false,
    description:
      'Asks the other parent to take your night (a date `night`, YYYY-MM-DD, or `assignment_id`), with a short text ' +
      '(`word`), in return for their night of the date `return`. No night moves before the answer. The ask ends when the night is ' +
      'over, you no longer have it, or the night in return can’t be given. 409: another ask for the night is open; the ' +
      'same one again returns the first.',
  },
)

const answering = Type.Object(
  { answer: Type.Union([Type.Literal('accept'), Type.Literal('decline')]) },
  {
    additionalProperties: false,
    description:
      'Accepting gives you the night, and the other parent the one in return, locked, as one change. The same answer ' +
      'again returns the same result. 409: it was answered otherwise, withdrawn or has ended.',
  },
)

const path = Type.Object({ id: text })

const answered = Type.Object({ ...shownAsk.properties, changed_nights: Type.Array(text) })

const withdrawn = Type.Object(
  { ...shownAsk.properties },
  { description: 'Withdraws an ask of yours.' },
)

/** As many asks that are closed are listed. */
const mostClosed = 10

/** What the parents ask of each other, as JSON. */
export default async function asksApi(service: WebService, context: WebContext) {
  const { db, clock } = context
  takeJsonOnly(service)

  service.get('/api/asks', { schema: { response: { 200: list } } }, async request => {
    const { settings, names } = signedIn(request)
    const open = await readOpenAsks(db, tonight(settings, clock.now()))
    const closed = await readClosedAsks(db, mostClosed)
    return { asks: [...open, ...closed].map(ask => askView(ask, names)) }
  })

  const asks = { schema: { body: asking, response: { 200: shownAsk } } }
  service.post('/api/asks', asks, async request => {
    const { names } = signedIn(request)
    const { night, assignment_id: id, word = '', return: inReturn } = request.body
    if ((night === undefined) === (id === undefined))
      throw new LocalizedHttpError(400, message('error.nightOrId'), { field: 'night' })
    const { ask } = await changeAs(context, request, async (trx, by) =>
      askForNight(trx, {
        id: id === undefined ? await nightOn(trx, night, 'night') : BigInt(id),
        returnId: inReturn === undefined ? null : await nightOn(trx, inReturn, 'return'),
        word,
        ...by,
      }),
    )
    return askView(ask, names)
  })

  const answers = { schema: { params: path, body: answering, response: { 200: answered } } }
  service.post('/api/asks/:id/answer', answers, async request => {
    const { names } = signedIn(request)
    const { id } = request.params
    const { answer } = request.body
    const { ask, changedNights } = await changeAs(context, request, (trx, by) =>
      answerAsk(trx, { id, answer, ...by }),
    )
    return { ...askView(ask, names), changed_nights: changedNights.map(String) }
  })

  const withdraws = { schema: { params: path, response: { 200: withdrawn } } }
  service.delete('/api/asks/:id', withdraws, async request => {
    const { names } = signedIn(request)
    const { id } = request.params
    const { ask } = await changeAs(context, request, (trx, by) => withdrawAsk(trx, { id, ...by }))
    return askView(ask, names)
  })
}

/** The id of the night on this date. */
async function nightOn(q: Queryable, date: string | undefined, field: string): Promise<bigint> {
  const night = dateIn(date ?? '')
  if (night === undefined) throw new LocalizedHttpError(400, message('refusal.noDate'), { field })
  const [found] = await readNights(q, night, night)
  if (found === undefined) throw new LocalizedHttpError(404, message('refusal.noNight'), { field })
  return found.id
}

function askView(ask: Ask, names: Record<ParentId, string>): Static<typeof shownAsk> {
  return {
    id: ask.id,
    date: ask.night.toString(),
    asked_by: names[ask.parent],
    asked_of: names[otherParent(ask.parent)],
    word: ask.word,
    return_date: ask.returnNight && ask.returnNight.toString(),
    state: ask.state,
    asked_at: ask.askedAt.toString({ smallestUnit: 'second' }),
    closed_at: ask.closedAt && ask.closedAt.toString({ smallestUnit: 'second' }),
  }
}
