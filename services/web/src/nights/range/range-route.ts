import { readNightsForHome, readTrips } from '@night-routine/database/nights'
import { parentIds } from '@night-routine/fairness'
import {
  ChangeRefusal,
  dateIn,
  fieldError,
  planRange,
  previewRange,
  rangePatterns,
  tonight,
  type FieldError,
  type RangePlan,
} from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { parentIn } from '../../plugins/absence-form.ts'
import { nameApiFields, outcome, outcomeView, takeJsonOnly } from '../../plugins/json-api.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { said } from '../../plugins/fields.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { parseMonth } from '../../plugins/month.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { isWithinReach, monthShowing, shownRange } from '../home/month-view.ts'
import { rangePage, rangeView, type RangeForm } from './range-view.ts'

const field = Type.Optional(Type.String())
const typed = Type.Object({ month: field, from: field, to: field, pattern: field, first: field })
type Typed = Static<typeof typed>

const json = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    pattern: Type.Enum([...rangePatterns]),
    first: Type.Optional(Type.Enum([...parentIds])),
  },
  {
    additionalProperties: false,
    description:
      'Plans and locks the nights from one to another, up to a year ahead: in turns, in two halves, all for one ' +
      'parent, or as last year. `first` begins; by default who does not have the night before. Booked babysitters stay.',
  },
)

/** A range of nights that a person plans: its page, its form, and the same as JSON. */
export default async function range(service: WebService, context: WebContext) {
  const { db, clock } = context

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { month: page = '', ...given }: Typed,
    refused: readonly FieldError[] = [],
  ) {
    const { settings, people } = signedIn(request)
    const { wording } = request
    const now = clock.now()
    const weeks = { tonight: tonight(settings, now), weekStart: settings.weekStart }
    const form = { ...noForm, ...given }
    const [from, to] = [dateIn(form.from), dateIn(form.to)]
    const month =
      monthIn(page, weeks.tonight) ??
      (from && monthShowing({ from, to: to ?? from }, weeks)) ??
      null
    const shown = shownRange({ month, ...weeks })
    const isAsked = refused.length === 0 && form.from !== '' && form.to !== ''
    const { preview, faults } = isAsked ? await look(form, now) : { preview: null, faults: refused }
    const view = rangeView({
      form,
      begun: from && form.to === '' ? from : null,
      preview,
      faults: faults.map(said(wording)),
      nights: await readNightsForHome(db, { shown, next: shown }),
      trips: await readTrips(db, shown),
      month,
      ...weeks,
      people,
      wording,
    })
    return reply.page('nights/range/range.hbs', view)
  }

  async function look(form: RangeForm, now: Temporal.Instant) {
    try {
      return { preview: await previewRange(db, { ...planIn(form), now }), faults: [] }
    } catch (error) {
      if (!(error instanceof ChangeRefusal)) throw error
      return { preview: null, faults: error.faults }
    }
  }

  service.get(rangePage, { schema: { querystring: typed } }, async (request, reply) =>
    show(request, reply, request.query),
  )
  service.post(rangePage, { schema: { body: typed } }, async (request, reply) => {
    const { settings } = signedIn(request)
    try {
      const plan = planIn(request.body)
      const { change } = await changeAs(context, request, (trx, by) =>
        planRange(trx, { ...plan, ...by }),
      )
      leaveFlash(reply, change === null ? 'unchanged' : 'saved', change)
      const weeks = { tonight: tonight(settings, clock.now()), weekStart: settings.weekStart }
      const month = monthShowing(plan, weeks)
      return await reply.redirect(month === null ? '/' : `/?month=${month.toString()}`)
    } catch (error) {
      if (!(error instanceof ChangeRefusal)) throw error
      return show(request, reply.code(400), request.body, error.faults)
    }
  })

  await service.register(async api => {
    takeJsonOnly(api)
    nameApiFields(api)
    const plans = { schema: { body: json, response: { 200: outcome } } }
    api.post<{ Body: Typed }>('/api/night-ranges', plans, async request => {
      const plan = planIn(request.body)
      return outcomeView(
        await changeAs(context, request, (trx, by) => planRange(trx, { ...plan, ...by })),
      )
    })
  })
}

const noForm: RangeForm = { from: '', to: '', pattern: '', first: '' }

/** @throws ChangeRefusal `not-allowed`, with every fault */
function planIn(given: Typed): RangePlan {
  const form = { ...noForm, ...given }
  const [from, to] = [dateIn(form.from), dateIn(form.to)]
  const pattern = rangePatterns.find(each => each === (form.pattern || 'turns'))
  if (from && to && pattern) return { from, to, pattern, first: parentIn(form.first) ?? null }
  const dates = Object.entries({ from, to }).filter(([, date]) => date === undefined)
  throw new ChangeRefusal('not-allowed', [
    ...dates.map(([name]) => fieldError(name, message('refusal.noDate'))),
    ...(pattern ? [] : [fieldError('pattern', message('refusal.notOffered'))]),
  ])
}

/** The month in the address, if there is one. */
function monthIn(text: string, from: Temporal.PlainDate): Temporal.PlainYearMonth | undefined {
  if (text === '') return undefined
  const month = parseMonth(text)
  if (month === undefined || !isWithinReach(month, from))
    throw new LocalizedHttpError(400, message('error.noMonth'), { field: 'month' })
  return month
}
