import { deleteIdentityStates, deleteSession, type SignInIntent } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { readConnection } from '../connection.ts'
import { sessionCookie } from '../cookies.ts'
import { endFlash } from '../flash.ts'
import { beginSignIn, usualIntent, type SignInContext } from './begin-sign-in.ts'

/** Starts a sign-in, and signs out. */
const auth: FastifyPluginAsync<SignInContext> = async (service, context) => {
  const { db, provider, identity, publicUrl } = context
  service.get<{ Querystring: { intent?: unknown } }>(
    '/auth',
    { config: { access: 'public' } },
    async (request, reply) => {
      const connection = await readConnection(context)
      const intent = await intentOf(request.query.intent)
      const account = connection.state === 'absent' ? undefined : (connection.account ?? undefined)
      const hint = intent === 'reconnect' && account !== undefined ? { account } : {}
      return beginSignIn(request, reply, context, { intent, ...hint })
    },
  )

  async function intentOf(asked: unknown): Promise<SignInIntent> {
    const isMore = provider.grants !== null && (asked === 'reconnect' || asked === 'replace')
    return isMore ? asked : usualIntent(context)
  }

  // Ends the session on the server too. Idempotent.
  service.post('/sign-out', { config: { access: 'optional' } }, async (request, reply) => {
    if (request.sessionContext) {
      const { email, tokenHash } = request.sessionContext.session
      await deleteSession(db, tokenHash)
      if (identity !== null) await deleteIdentityStates(db, { email })
    }
    // What the service worker keeps of the household ends with the session.
    void reply.header('clear-site-data', '"storage"')
    // Its message is not for who signs in next.
    endFlash(reply, publicUrl)
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  })
}

export default auth
