import type { Session } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'

export interface NoticesOptions {
  /** Idempotent. */
  dismissNotice: (id: bigint) => Promise<unknown>
  /** Recreates the events of the nights in an emptied calendar. */
  putNightsBack: (by: Session) => Promise<void>
}

const dismissal = Type.Object({ notice_id: Type.String() })

/** The forms of the notices; each redirects to the home page. */
export const notices: FastifyPluginAsyncTypebox<NoticesOptions> = async (service, options) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  service.post('/notices/dismiss', { schema: { body: dismissal } }, async (request, reply) => {
    const field = 'notice_id'
    const id = parseAssignmentId(request.body.notice_id)
    if (id === undefined) throw new SpokenError(400, message('error.noNotice'), { field })
    await options.dismissNotice(id)
    return reply.redirect('/')
  })

  service.post('/notices/put-back', async (request, reply) => {
    await options.putNightsBack(signedIn(request))
    return reply.redirect('/')
  })
}
