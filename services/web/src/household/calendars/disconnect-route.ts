import { requestDisconnect } from '@night-routine/calendar-sync'
import { householdTransaction } from '@night-routine/database/connection'
import type { FastifyPluginAsync } from 'fastify'
import type { WebContext } from '../../plugins/context.ts'
import { signedIn } from '../../plugins/sessions.ts'

/** Makes a disconnect request for the worker. The next page shows the progress. */
const disconnect: FastifyPluginAsync<WebContext> = async (service, context) => {
  const { lockingDb, clock, wake } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post('/calendars/disconnect', async (request, reply) => {
    const { email } = signedIn(request).session
    const by = { now: clock.now(), actor: { kind: 'person', email } } as const
    await householdTransaction(lockingDb, trx => requestDisconnect(trx, by))
    await wake(['channel', 'push'])
    return reply.redirect('/calendars')
  })
}

export default disconnect
