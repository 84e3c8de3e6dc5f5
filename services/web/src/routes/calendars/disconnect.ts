import type { Session } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { signedIn } from '../../plugins/sessions.ts'

export interface DisconnectOptions {
  /** Makes a disconnect request for the worker. */
  disconnect: (by: Session) => Promise<void>
}

/** Disconnects the calendar. The next page shows the progress. */
export const disconnect: FastifyPluginAsync<DisconnectOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])
  service.post('/calendars/disconnect', async (request, reply) => {
    await options.disconnect(signedIn(request))
    return reply.redirect('/calendars')
  })
}
