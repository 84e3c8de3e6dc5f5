import type { Transaction } from '@night-routine/database/connection'
import { deleteSession, endOtherSessions, endSession } from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext, type WebService } from '../plugins/context.ts'
import { signedIn } from '../plugins/sessions.ts'
import { leave } from '../sign-in/enter.ts'
import { recordChange } from '../sign-in/record-change.ts'
import { parseId } from '../plugins/id.ts'

const ending = Type.Object({ session_id: Type.String() })

/** Ends sessions of the signed-in person, on this device or another. Idempotent. */
export default async function sessionList(service: WebService, context: WebContext) {
  const { publicUrl } = context
  const config = { confirm: 'end-sessions' } as const

  /** Ends sessions, and has it told. */
  async function end<Outcome>(
    request: FastifyRequest,
    ends: (trx: Transaction) => Promise<Outcome>,
  ): Promise<Outcome> {
    return changeAs(context, request, async (trx, { now }) => {
      const outcome = await ends(trx)
      await recordChange(trx, request, { action: 'sessions-ended', now })
      return outcome
    })
  }

  service.post('/sessions/end', { config, schema: { body: ending } }, async (request, reply) => {
    const { email, tokenHash } = signedIn(request).session
    const id = parseId(request.body.session_id, message('sessions.none'), 'session_id')
    const ended = await end(request, trx => endSession(trx, { id, email }))
    return ended === tokenHash ? leave(reply, publicUrl) : reply.redirect('/you#sessions')
  })

  service.post('/sessions/others', { config }, async (request, reply) => {
    const { session } = signedIn(request)
    await end(request, trx => endOtherSessions(trx, session))
    return reply.redirect('/you#sessions')
  })

  service.post('/sessions/all', { config }, async (request, reply) => {
    const { session } = signedIn(request)
    await end(request, async trx => {
      await endOtherSessions(trx, session)
      await deleteSession(trx, session.tokenHash)
    })
    return leave(reply, publicUrl)
  })
}
