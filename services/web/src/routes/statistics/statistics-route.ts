import { readNights, readRecord } from '@night-routine/database'
import { tonight } from '@night-routine/household'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { statisticsCsv } from './statistics-csv.ts'
import { statisticsMonths, statisticsRange, statisticsView } from './statistics-view.ts'

const query = Type.Object({
  order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

/** The statistics of the last twelve months, including planned nights, as a page and a file. */
const statistics: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, clock } = context
  type Asked = FastifyRequest<{ Querystring: Static<typeof query> }>
  async function readShown(request: Pick<Asked, 'query' | 'sessionContext'>) {
    const { settings, names } = signedIn(request)
    const date = tonight(settings, clock.now())
    const { from, to } = statisticsRange(date)
    const order = request.query.order ?? settings.statisticsOrder
    return { tonight: date, nights: await readNights(db, from, to), names, order, settings }
  }

  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const [{ settings, ...shown }, connection] = await Promise.all([
      readShown(request),
      readConnection(context),
    ])
    const record = await readRecord(db, { from: settings.countFrom, before: shown.tonight })
    const view = statisticsView({ ...shown, record, wording: request.wording })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })

  service.get('/statistics.csv', { schema: { querystring: query } }, async (request, reply) => {
    const { tonight: date, order, nights, names } = await readShown(request)
    const months = statisticsMonths(date, order)
    const file = statisticsCsv({ months, nights, names, wording: request.wording })
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="night-routine-statistics.csv"')
      .send(file)
  })
}

export default statistics
