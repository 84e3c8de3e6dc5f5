import { HouseholdBusyError, type Session } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { leaveNotice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'

export interface SyncOptions {
  /** Plans, requests a push, and briefly waits for it. */
  sync: (by: Session) => Promise<void>
  publicUrl: string
}

/** Plans and updates the calendar. The next page shows any error. */
export const sync: FastifyPluginAsync<SyncOptions> = async (service, { sync: run, publicUrl }) => {
  // The contract has no body here; one that is sent is ignored.
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null))
    payload.on('error', done)
  })
  service.post('/sync', { handlerTimeout: 15_000 }, async (request, reply) => {
    try {
      await run(signedIn(request))
    } catch (error) {
      request.log.error({ err: error }, 'sync failed')
      leaveNotice(reply, error instanceof HouseholdBusyError ? 'busy' : 'not-planned', publicUrl)
    }
    return reply.redirect('/')
  })
}
