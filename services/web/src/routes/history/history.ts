import type { Parent, ParentId, RecordedChange } from '@night-routine/database'
import { dateIn, tonight, type Settings } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Connection } from '../../connection.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'
import { historyView } from './history-view.ts'

export interface HistoryOptions {
  readHousehold: () => Promise<{ settings: Settings; parents: Record<ParentId, Parent> }>
  readHistoryChanges: (asked: {
    before?: bigint
    night?: Temporal.PlainDate
    limit: number
  }) => Promise<RecordedChange[]>
  /** The change that can be undone. */
  readUndoableChange: () => Promise<string | null>
  readConnection: () => Promise<Connection>
  clock: Clock
}

const query = Type.Object({
  before: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
})

const changesOnAPage = 20

/** The history page: who changed what, and when. */
export const history: FastifyPluginAsyncTypebox<HistoryOptions> = async (service, options) => {
  service.get('/history', { schema: { querystring: query } }, async (request, reply) => {
    const before = beforeIn(request.query.before)
    const night = nightIn(request.query.night)
    const [{ settings, parents }, changes, undoable, connection] = await Promise.all([
      options.readHousehold(),
      options.readHistoryChanges({
        ...(before === null ? {} : { before }),
        ...(night === null ? {} : { night }),
        limit: changesOnAPage + 1,
      }),
      options.readUndoableChange(),
      options.readConnection(),
    ])
    const view = historyView({
      changes: changes.slice(0, changesOnAPage),
      hasMore: changes.length > changesOnAPage,
      night,
      isOlder: before !== null,
      people: { names: { a: parents.a.name, b: parents.b.name } },
      tonight: tonight(settings, options.clock.now()),
      timeZone: settings.timeZone,
      undoable,
      words: request.words,
    })
    return reply.page('routes/history/history.hbs', view, connection)
  })
}

function beforeIn(text: string | undefined): bigint | null {
  if (text === undefined) return null
  const id = parseAssignmentId(text)
  if (id === undefined) throw new SpokenError(400, message('history.noPage'), { field: 'before' })
  return id
}

/** An empty form field means every night. */
function nightIn(text = ''): Temporal.PlainDate | null {
  if (text === '') return null
  const night = dateIn(text)
  if (night === undefined) throw new SpokenError(400, message('error.noNight'), { field: 'night' })
  return night
}
