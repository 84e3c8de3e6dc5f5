import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { readStatement } from './read-statement.ts'
import { statisticsCsv } from './statistics-csv.ts'
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
export default async function statistics(service: WebService, context: WebContext) {
  type Asked = FastifyRequest<{ Querystring: Static<typeof query> }>

  async function readFacts(request: Asked) {
    const { settings, names: _names, ...facts } = await readStatement(request, context)
    const { countFrom, statisticsOrder } = settings
    const order = request.query.order ?? statisticsOrder
    return { ...facts, countFrom, order, wording: request.wording }
  }

  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const [facts, connection] = await Promise.all([readFacts(request), readConnection(context)])
    return reply.page('record/balance/statistics.hbs', statisticsView(facts), connection)
  })

  service.get('/statistics.csv', { schema: { querystring: query } }, async (request, reply) => {
    const facts = await readFacts(request)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="night-routine-statistics.csv"')
      .send(statisticsCsv(inOrder(facts.account.rows, facts.order), facts))
  })
}
