import { parentIds } from '@night-routine/fairness'
import { Type } from 'typebox'
import { readConnection } from '../../plugins/connection.ts'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { readHistoryPage } from './read-history.ts'

const query = Type.Object({
  before: Type.Optional(Type.String()),
  night: Type.Optional(Type.String()),
  parent: Type.Optional(Type.Enum(['', ...parentIds])),
  by: Type.Optional(Type.Enum(['', 'week'])),
})

/** The history page: who changed what, and when. */
export default async function history(service: WebService, context: WebContext) {
  service.get('/history', { schema: { querystring: query } }, async (request, reply) => {
    const [{ view }, connection] = await Promise.all([
      readHistoryPage(request, context),
      readConnection(context),
    ])
    return reply.page('record/history/history.hbs', view, connection)
  })
}
