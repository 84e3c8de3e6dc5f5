import { isLockHeld } from '@night-routine/database/connection'
import { takeAnyMediaType } from '@night-routine/service'
import type { WebContext, WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { wantsEarlyAnswer, calendarWait } from '../../plugins/wait-for-work.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { syncInRounds } from './sync.ts'

/** Plans, and answers when the calendar agrees. The next page shows any error. */
export default async function sync(service: WebService, context: WebContext) {
  const run = syncInRounds(context)
  const startWait = calendarWait(context)
  // The contract has no body here; one that is sent is ignored.
  takeAnyMediaType(service)
  service.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null))
    payload.on('error', done)
  })
  service.post('/sync', { handlerTimeout: 15_000 }, async (request, reply) => {
    const wait = startWait()
    try {
      const wanted = await run(signedIn(request).session)
      if (!wantsEarlyAnswer(request, reply)) await wait(wanted)
    } catch (error) {
      request.log.error({ err: error }, 'sync failed')
      const flash = isLockHeld(error) ? 'busy' : 'not-planned'
      leaveFlash(reply, flash)
    }
    return reply.redirect('/')
  })
}
