import { deleteSession, type SignInIntent } from '@night-routine/database/people'
import type { WebService } from '../plugins/context.ts'
import { readConnection } from '../plugins/connection.ts'
import { beginSignIn, usualIntent, type SignInContext } from './begin-sign-in.ts'
import { readWaiting } from './confirm.ts'
import { leave } from './enter.ts'

/** Starts a sign-in, and signs out. */
export default async function auth(service: WebService, context: SignInContext) {
  const { db, provider, publicUrl } = context
  const options = { config: { access: 'optional' } } as const
  service.get<{ Querystring: { intent?: unknown } }>('/auth', options, async (request, reply) => {
    if (request.query.intent === 'confirm' && request.sessionContext !== null) {
      const waiting = await readWaiting(request, context)
      if (waiting === undefined) return reply.redirect('/')
      const { email: account } = request.sessionContext.session
      const confirming = { intent: 'sign-in', account, confirmation: waiting.id } as const
      return beginSignIn(request, reply, context, confirming)
    }
    const { account } = await readConnection(context)
    const intent = await intentOf(request.query.intent)
    const hint = intent === 'reconnect' && account ? { account } : {}
    return beginSignIn(request, reply, context, { intent, ...hint })
  })

  async function intentOf(asked: unknown): Promise<SignInIntent> {
    const isMore = provider.grants !== null && (asked === 'reconnect' || asked === 'replace')
    return isMore ? asked : usualIntent(context)
  }

  // Ends the session on the server too. Idempotent.
  service.post('/sign-out', { config: { access: 'optional' } }, async (request, reply) => {
    if (request.sessionContext) await deleteSession(db, request.sessionContext.session.tokenHash)
    return leave(reply, publicUrl)
  })
}
