import { HouseholdBusyError, type Session } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { leaveNotice } from '../../notices.ts'
import { signedIn } from '../../plugins/sessions.ts'

export interface SyncOptions {
  /** Plans now, asks for the calendar to be brought up to date, and waits for it a little. */
  sync: (by: Session) => Promise<void>
  publicUrl: string
}

/** Plans and brings the calendar up to date. Whatever goes wrong is said by the page it leads to. */
export const sync: FastifyPluginAsync<SyncOptions> = async (service, { sync: run, publicUrl }) => {
  // The contract has no body here; one that comes all the same is nobody's mistake to punish.
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
