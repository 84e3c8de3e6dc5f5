import type { Assignment, Parent, ParentId, RecordedNight } from '@night-routine/database'
import { tonight, type Settings } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import { statisticsCsv } from './statistics-csv.ts'
import { statisticsMonths, statisticsRange, statisticsView } from './statistics-view.ts'

export interface StatisticsOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  readNights: (from: Temporal.PlainDate, to: Temporal.PlainDate) => Promise<Assignment[]>
  /** Who did the nights since `from` (null: since the first on record) and before `before`. */
  readRecord: (range: {
    from: Temporal.PlainDate | null
    before: Temporal.PlainDate
  }) => Promise<RecordedNight[]>
  readConnection: () => Promise<Connection>
  clock: Clock
}

const query = Type.Object({
  order: Type.Optional(Type.Union([Type.Literal('newest'), Type.Literal('oldest')])),
})

/** The statistics of the last twelve months, including planned nights, as a page and a file. */
export const statistics: FastifyPluginAsyncTypebox<StatisticsOptions> = async (
  service,
  { readHousehold, readNights, readRecord, readConnection, clock },
) => {
  async function readShown(asked: { order?: 'newest' | 'oldest' }) {
    const { settings, parents } = await readHousehold()
    const date = tonight(settings, clock.now())
    const { from, to } = statisticsRange(date)
    return {
      tonight: date,
      nights: await readNights(from, to),
      names: { a: parents.a.name, b: parents.b.name },
      order: asked.order ?? settings.statisticsOrder,
      countFrom: settings.countFrom,
    }
  }

  service.get('/statistics', { schema: { querystring: query } }, async (request, reply) => {
    const [{ countFrom, ...shown }, connection] = await Promise.all([
      readShown(request.query),
      readConnection(),
    ])
    const record = await readRecord({ from: countFrom, before: shown.tonight })
    const view = statisticsView({ ...shown, record, words: request.words })
    return reply.page('routes/statistics/statistics.hbs', view, connection)
  })

  service.get('/statistics.csv', { schema: { querystring: query } }, async (request, reply) => {
    const { tonight: date, order, nights, names } = await readShown(request.query)
    const months = statisticsMonths(date, order)
    const file = statisticsCsv({ months, nights, names, words: request.words })
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', 'attachment; filename="night-routine-statistics.csv"')
      .send(file)
  })
}
