import { deleteSession, endOtherSessions, endSession, transaction } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { WebContext } from '../../context.ts'
import { sessionCookie } from '../../cookies.ts'
import { endFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { parseId } from '../id.ts'

const ending = Type.Object({ session_id: Type.String() })

/** Ends sessions of the signed-in person, on this device or another. Idempotent. */
const sessionList: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, publicUrl } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  service.post('/sessions/end', { schema: { body: ending } }, async (request, reply) => {
    const { email, tokenHash } = signedIn(request).session
    const id = parseId(request.body.session_id, message('sessions.none'), 'session_id')
    const ended = await transaction(db, trx => endSession(trx, { id, email }))
    return ended === tokenHash ? leave(reply) : reply.redirect('/you#sessions')
  })

  service.post('/sessions/others', async (request, reply) => {
    const { session } = signedIn(request)
    await transaction(db, trx => endOtherSessions(trx, session))
    return reply.redirect('/you#sessions')
  })

  service.post('/sessions/all', async (request, reply) => {
    const { session } = signedIn(request)
    await transaction(db, async trx => {
      await endOtherSessions(trx, session)
      await deleteSession(trx, session.tokenHash)
    })
    return leave(reply)
  })

  /** Ends the visit of this browser too. */
  function leave(reply: FastifyReply) {
    void reply.header('clear-site-data', '"storage"')
    endFlash(reply, publicUrl)
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  }
}

export default sessionList
