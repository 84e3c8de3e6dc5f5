import type { Session } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { sessionCookie } from '../../cookies.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { parseAssignmentId } from '../assignment-id.ts'

export interface SessionListOptions {
  /** Ends a session of this person; returns its token's digest, if it existed. */
  endSession: (id: bigint, person: Session) => Promise<string | undefined>
  endOtherSessions: (person: Session) => Promise<void>
  publicUrl: string
}

const ending = Type.Object({ session_id: Type.String() })

/** Ends sessions of the signed-in person, on this device or another. Idempotent. */
export const sessionList: FastifyPluginAsyncTypebox<SessionListOptions> = async (
  service,
  { endSession, endOtherSessions, publicUrl },
) => {
  service.removeContentTypeParser(['application/json', 'text/plain'])

  service.post('/sessions/end', { schema: { body: ending } }, async (request, reply) => {
    const person = signedIn(request)
    const id = parseAssignmentId(request.body.session_id)
    if (id === undefined)
      throw new SpokenError(400, message('sessions.none'), { field: 'session_id' })
    if ((await endSession(id, person)) !== person.tokenHash)
      return reply.redirect('/settings#sessions')
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  })

  service.post('/sessions/others', async (request, reply) => {
    await endOtherSessions(signedIn(request))
    return reply.redirect('/settings#sessions')
  })
}
