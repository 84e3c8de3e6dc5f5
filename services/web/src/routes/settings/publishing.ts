import { randomBytes } from 'node:crypto'
import type { Session } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { signedIn } from '../../plugins/sessions.ts'

export interface PublishingOptions {
  takeDown: (by: Session) => Promise<unknown>
  /** Resolves when the site has the address, or when that takes long. */
  giveAddress: (slug: string, by: Session) => Promise<unknown>
}

/** What can be done to the published site: a new address, or, once publishing is off, taking it down. */
export const publishing: FastifyPluginAsync<PublishingOptions> = async (service, options) => {
  service.post('/settings/take-down', async (request, reply) => {
    await options.takeDown(signedIn(request))
    return reply.redirect('/settings#publishing')
  })

  service.post('/settings/new-address', async (request, reply) => {
    await options.giveAddress(randomBytes(16).toString('hex'), signedIn(request))
    return reply.redirect('/settings#publishing')
  })
}
