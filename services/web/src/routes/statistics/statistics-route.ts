import { countRecord, readAssigned } from '@night-routine/database'
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
  function shownTo(request: Asked) {
    const { settings, names } = signedIn(request)
    const date = tonight(settings, clock.now())
    const order = request.query.order ?? settings.statisticsOrder
    return { tonight: date, range: statisticsRange(date), order, names, wording: request.wording }
  }

  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const { range, ...shown } = shownTo(request)
    const { countFrom } = signedIn(request).settings
    const [nights, older, connection] = await Promise.all([
      readAssigned(db, range),
      countRecord(db, { from: countFrom, before: range.from }),
      readConnection(context),
    ])
    const view = statisticsView({ ...shown, nights, older, countFrom })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })

  service.get('/statistics.csv', { schema: { querystring: query } }, async (request, reply) => {
    const { range, tonight: date, order, ...shown } = shownTo(request)
    const months = statisticsMonths(date, order)
    const file = statisticsCsv({ ...shown, months, nights: await readAssigned(db, range) })
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="night-routine-statistics.csv"')
      .send(file)
  })
}

export default statistics
