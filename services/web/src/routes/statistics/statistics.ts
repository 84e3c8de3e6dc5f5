import type { Assignment, Parent, ParentId, Settings } from '@night-routine/database'
import { tonight } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import { statisticsRange, statisticsView } from './statistics-view.ts'

export interface StatisticsOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<Assignment[]>
  readConnection: () => Promise<Connection>
  clock: Clock
}

const query = Type.Object({
  order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

/** The last twelve months in numbers, this one with what is planned for it. */
export const statistics: FastifyPluginAsyncTypebox<StatisticsOptions> = async (
  service,
  { readHousehold, readNights, readConnection, clock },
) => {
  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const { settings, parents } = await readHousehold()
    const until = tonight(settings, clock.now()).toPlainYearMonth()
    const { from, to } = statisticsRange(until)
    const [nights, connection] = await Promise.all([readNights(from, to), readConnection()])
    const view = statisticsView({
      words: request.words,
      until,
      nights,
      names: { a: parents.a.name, b: parents.b.name },
      order: request.query.order ?? settings.statisticsOrder,
    })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })
}
