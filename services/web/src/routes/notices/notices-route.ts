import { putNightsBack } from '@night-routine/calendar-sync'
import { dismissNotice } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../context.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'

const dismissal = Type.Object({ notice_id: Type.String() })

/** The forms of the notices; each redirects to the home page. */
const notices: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  // Idempotent.
  service.post('/notices/dismiss', { schema: { body: dismissal } }, async (request, reply) => {
    const field = 'notice_id'
    const id = parseAssignmentId(request.body.notice_id)
    if (id === undefined) throw new SpokenError(400, message('error.noNotice'), { field })
    await dismissNotice(context.db, id, context.clock.now())
    return reply.redirect('/')
  })

  // Recreates the events of the nights in an emptied calendar.
  service.post('/notices/put-back', async (request, reply) => {
    await changeAs(context, signedIn(request).session, putNightsBack)
    return reply.redirect('/')
  })
}

export default notices
