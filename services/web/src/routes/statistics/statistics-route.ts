import { readAssigned, readNightWeights } from '@night-routine/database'
import { ledgerOf } from '@night-routine/fairness'
import { readWeighedNights, splitOf, tonight } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { statisticsCsv } from './statistics-csv.ts'
import { cutsOf, statisticsAccount } from './statistics-rows.ts'
import { nightsOf, statisticsSpan } from './statistics-span.ts'
import { inOrder, statisticsView } from './statistics-view.ts'

const query = Type.Object(
  {
    order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
    from: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
  },
  {
    description:
      'The nights of each month and the balance of the parents. `from` and `to` are months, `YYYY-MM`, at most 60; ' +
      'the last twelve months unless asked for.',
  },
)

/** The statistics of the months asked for, with the balance so far and with the plan, as a page and a file. */
const statistics: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock } = context
  type Asked = FastifyRequest<{ Querystring: Static<typeof query> }>

  async function readAccount(request: Asked) {
    const { settings, people } = signedIn(request)
    const { countFrom } = settings
    const date = tonight(settings, clock.now())
    const span = statisticsSpan(request.query, date)
    if ('fault' in span) throw new SpokenError(400, message(span.fault), { field: span.field })
    const split = splitOf(settings, await readNightWeights(db))
    const [nights, counted] = await Promise.all([
      readAssigned(db, nightsOf(span)),
      readWeighedNights(db, { from: countFrom, cuts: cutsOf(span, date), split }),
    ])
    const ledger = ledgerOf(split)
    const account = statisticsAccount({ tonight: date, span, nights, counted, countFrom, ledger })
    const order = request.query.order ?? settings.statisticsOrder
    return { account, span, order, ledger, people, wording: request.wording }
  }

  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const [facts, connection] = await Promise.all([readAccount(request), readConnection(context)])
    return reply.page('routes/statistics/statistics.hbs', statisticsView(facts), connection)
  })

  service.get('/statistics.csv', { schema: { querystring: query } }, async (request, reply) => {
    const { account, order, ...speaker } = await readAccount(request)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="night-routine-statistics.csv"')
      .send(statisticsCsv(inOrder(account.rows, order), speaker))
  })
}

export default statistics
