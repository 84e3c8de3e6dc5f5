import type { Session } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { signedIn } from '../../plugins/sessions.ts'

export interface PublishingOptions {
  takeDown: (by: Session) => Promise<unknown>
}

/** Takes down what is published, once publishing is off. A second press finds nothing to do. */
export const publishing: FastifyPluginAsync<PublishingOptions> = async (service, options) => {
  service.post('/settings/take-down', async (request, reply) => {
    await options.takeDown(signedIn(request))
    return reply.redirect('/settings#publishing')
  })
}
