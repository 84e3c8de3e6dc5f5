import type { Transaction } from '@night-routine/database/connection'
import {
  readAssignment,
  readNightNotes,
  readNights,
  readNightWeights,
  type Assignment,
  type NightRange,
} from '@night-routine/database/nights'
import { ledgerOf, parentIds, weightChoices } from '@night-routine/fairness'
import {
  bookBabysitter,
  dateIn,
  explainNight,
  giveNight,
  isBefore,
  kindOf,
  lockNight,
  noteNight,
  splitOf,
  swapNights,
  tonight,
  undoLastChange,
  unlockNight,
  weighNight,
  type ChangeOrigin,
  type ChangeOutcome,
  type UndoOutcome,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { changeAs, type WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { caregiverName } from '../../text/caregiver-name.ts'
import { exactId, parseId } from '../../plugins/id.ts'
import { takeJsonOnly } from '../../plugins/json-only.ts'
import { nightKind } from '../../text/caregiver-name.ts'
import { nameApiFields } from '../../plugins/api-errors.ts'
import { outcome, outcomeView } from '../../plugins/outcome.ts'

const text = Type.String()
const textOrNull = Type.Union([text, Type.Null()])
const parent = Type.Enum([...parentIds])

const shownNight = Type.Object({
  id: exactId,
  date: text,
  kind: nightKind,
  parent: Type.Union([parent, Type.Null()]),
  name: textOrNull,
  override: Type.Boolean(),
  decision_reason: textOrNull,
  reason: textOrNull,
  note: Type.Union([Type.Object({ text, shared: Type.Boolean() }), Type.Null()]),
  weight: Type.Number(),
})

type ShownNight = Static<typeof shownNight>

const range = Type.Object(
  { from: Type.Optional(text), to: Type.Optional(text) },
  {
    description:
      'The nights on record from one date to another, both included, at most 400 days; from tonight on unless asked ' +
      'for. `kind` is `open` for a night that no one has yet. `override` is a night that a person decided, `reason` a sentence, `decision_reason` its name, and `weight` what the night counts.',
  },
)

const list = Type.Object({ nights: Type.Array(shownNight) })

// A union would be checked before it is written, and has no exact ids.
const changed = Type.Object({ ...outcome.properties, night: Type.Optional(shownNight) })
const undone = Type.Object({ ...outcome.properties, restored: Type.Array(text) })

const changedWith = (description: string) => Type.Object(changed.properties, { description })
const undoneWith = (description: string) => Type.Object(undone.properties, { description })
const bodyOf = <Fields extends Type.TProperties>(fields: Fields, description: string) =>
  Type.Object(fields, { additionalProperties: false, description })

const path = Type.Object({ id: text })
const changePath = Type.Object({ change: text })

/** As many days may be asked for at once: a year, and what is planned after it. */
const mostDays = 400

const noNight = message('error.noNight')

/** The nights, and every change of a night that the pages have, as JSON. */
const nightsApi: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock } = context
  takeJsonOnly(service)
  nameApiFields(service)

  service.get(
    '/api/nights',
    { schema: { querystring: range, response: { 200: list } } },
    async request => {
      const { settings } = signedIn(request)
      const asked = rangeIn(request.query, tonight(settings, clock.now()))
      const nights = await readNights(db, asked.from, asked.to)
      return { nights: await shown(request, nights, asked) }
    },
  )

  service.get(
    '/api/nights/:id',
    {
      schema: {
        params: path,
        response: { 200: Type.Object(shownNight.properties, { description: 'One night.' }) },
      },
    },
    async request => {
      const night = await readShown(request, parseId(request.params.id, noNight))
      if (night === null) throw new SpokenError(404, noNight)
      return night
    },
  )

  service.post(
    '/api/nights/:id/give',
    {
      schema: {
        params: path,
        body: bodyOf(
          { to: parent },
          'Gives the night to a parent, also an open one, locks it, and plans the following nights again.',
        ),
        response: { 200: changed },
      },
    },
    async request => {
      const { to } = request.body
      return changeNight(request, (trx, given) => giveNight(trx, { to, ...given }))
    },
  )

  service.post(
    '/api/nights/:id/swap',
    {
      schema: {
        params: path,
        body: bodyOf(
          { with: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) },
          'Swaps the parents of this night and of the one with the id `with`, and locks both. Repeating it changes nothing.',
        ),
        response: { 200: changed },
      },
    },
    async request => {
      const otherId = BigInt(request.body.with)
      return changeNight(request, (trx, given) => swapNights(trx, { otherId, ...given }))
    },
  )

  service.post(
    '/api/nights/:id/babysitter',
    {
      schema: {
        params: path,
        body: bodyOf(
          { name: text, confirm: Type.Optional(Type.Boolean()) },
          'Books a babysitter and locks the night, as `POST /api/assignment-babysitter` does. A name that is almost a ' +
            'parent’s is refused unless `confirm` is true.',
        ),
        response: { 200: changed },
      },
    },
    async request => {
      const { name, confirm: confirmed = false } = request.body
      return changeNight(request, (trx, given) =>
        bookBabysitter(trx, { babysitter: { name }, confirmed, ...given }),
      )
    },
  )

  service.post(
    '/api/nights/:id/lock',
    {
      schema: {
        params: path,
        response: { 200: changedWith('Locks the night as it is, so that no plan moves it.') },
      },
    },
    async request => changeNight(request, lockNight),
  )

  service.post(
    '/api/nights/:id/unlock',
    {
      schema: {
        params: path,
        response: {
          200: changedWith(
            'Unlocks the night, and the plan chooses again; a past night keeps who did it. `night` is missing where ' +
              'nothing is planned so far ahead.',
          ),
        },
      },
    },
    async request => changeNight(request, unlockNight),
  )

  service.post(
    '/api/nights/:id/note',
    {
      schema: {
        params: path,
        body: bodyOf(
          { note: text, shared: Type.Optional(Type.Boolean()) },
          'Writes a note of up to 200 characters on the night, or removes it with an empty text. With `shared`, people ' +
            'with a share link see it too.',
        ),
        response: { 200: changed },
      },
    },
    async request => {
      const { note, shared = false } = request.body
      return changeNight(request, (trx, given) => noteNight(trx, { note, shared, ...given }))
    },
  )

  service.post(
    '/api/nights/:id/weight',
    {
      schema: {
        params: path,
        body: bodyOf(
          { weight: Type.Number() },
          `Says what the night counts: ${weightChoices.join(', ')}. The plan evens it out.`,
        ),
        response: { 200: changed },
      },
    },
    async request => {
      const { weight } = request.body
      return changeNight(request, (trx, given) => weighNight(trx, { weight, ...given }))
    },
  )

  service.post(
    '/api/nights/:id/undo',
    {
      schema: {
        params: path,
        response: {
          200: undoneWith(
            'Undoes the last change of this night, with everything that it did to others. Repeating it changes nothing.',
          ),
        },
      },
    },
    async request => {
      const id = parseId(request.params.id, noNight)
      return undo(request, (trx, by) => undoLastChange(trx, { id, ...by }))
    },
  )

  service.post(
    '/api/changes/:change/undo',
    {
      schema: {
        params: changePath,
        response: {
          200: undoneWith(
            'Undoes a change of nights, notes, weights, absences or settings. The history has its `change`; `last` is ' +
              'the last one that can be undone. Repeating it changes nothing.',
          ),
        },
      },
    },
    async request => {
      const { change: named } = request.params
      const change = named === 'last' ? undefined : named
      return undo(request, (trx, by) => undoLastChange(trx, { change, ...by }))
    },
  )

  /** Changes the night of the address. */
  async function changeNight(
    request: FastifyRequest<{ Params: Static<typeof path> }>,
    change: (trx: Transaction, given: ChangeOrigin & { id: bigint }) => Promise<ChangeOutcome>,
  ): Promise<Static<typeof changed>> {
    const id = parseId(request.params.id, noNight)
    const made = await changeAs(context, signedIn(request).session, (trx, by) =>
      change(trx, { id, ...by }),
    )
    const night = await readShown(request, id)
    return { ...outcomeView(made), ...(night && { night }) }
  }

  async function undo(
    request: FastifyRequest,
    change: (trx: Transaction, by: ChangeOrigin) => Promise<UndoOutcome>,
  ): Promise<Static<typeof undone>> {
    const made = await changeAs(context, signedIn(request).session, change)
    return { ...outcomeView(made), restored: made.restored.map(String) }
  }

  async function readShown(request: FastifyRequest, id: bigint): Promise<ShownNight | null> {
    const night = await readAssignment(db, id)
    if (night === undefined) return null
    const [one] = await shown(request, [night], { from: night.night, to: night.night })
    return one ?? null
  }

  async function shown(
    request: FastifyRequest,
    nights: readonly Assignment[],
    within: NightRange,
  ): Promise<ShownNight[]> {
    const { settings, names } = signedIn(request)
    const { wording } = request
    const [notes, weights] = await Promise.all([readNightNotes(db, within), readNightWeights(db)])
    const { weightOf } = ledgerOf(splitOf(settings, weights))
    return nights.map(one => {
      const { id, night, caregiver, override, reason } = one
      const note = notes.get(night.toString())
      return {
        id,
        date: night.toString(),
        kind: kindOf(one),
        parent: caregiver === 'babysitter' ? null : caregiver,
        name: caregiver === null ? null : caregiverName(one, { names }, wording),
        override,
        decision_reason: reason,
        reason: explainNight(one, { names }, wording),
        note: note === undefined ? null : { text: note.note, shared: note.shared },
        weight: weightOf(night),
      }
    })
  }
}

export default nightsApi

/** The dates asked for. @throws SpokenError 400 */
function rangeIn(asked: { from?: string; to?: string }, first: Temporal.PlainDate): NightRange {
  const from = asked.from === undefined ? first : dateOf(asked.from, 'from')
  const to = asked.to === undefined ? from.add({ days: mostDays - 1 }) : dateOf(asked.to, 'to')
  if (isBefore(to, from))
    throw new SpokenError(400, message('refusal.endsBeforeItBegins', { date: from }), {
      field: 'to',
    })
  if (from.until(to).days >= mostDays)
    throw new SpokenError(400, message('error.tooManyNights', { most: mostDays }), { field: 'to' })
  return { from, to }
}

function dateOf(typed: string, field: string): Temporal.PlainDate {
  const date = dateIn(typed)
  if (date === undefined) throw new SpokenError(400, message('refusal.noDate'), { field })
  return date
}
