import { deleteSession, readCalendar, type SignInIntent } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { readConnection } from '../../connection.ts'
import { sessionCookie } from '../../cookies.ts'
import { beginSignIn, type SignInContext } from './begin-sign-in.ts'

/** Starts a sign-in, and signs out. */
const auth: FastifyPluginAsync<SignInContext> = async (service, context) => {
  const { db, provider, publicUrl } = context
  service.get<{ Querystring: { intent?: unknown } }>(
    '/auth',
    { config: { access: 'public' } },
    async (request, reply) => {
      const connection = await readConnection(context)
      const intent = await intentOf(request.query.intent, connection.state === 'connected')
      const account = connection.state === 'absent' ? undefined : (connection.account ?? undefined)
      const hint = intent === 'reconnect' && account !== undefined ? { account } : {}
      return beginSignIn(request, reply, context, { intent, ...hint })
    },
  )

  // A household with a grant and a calendar needs no new consent, nor one whose calendars are the installation's.
  async function intentOf(asked: unknown, isConnected: boolean): Promise<SignInIntent> {
    if (provider.grants === null) return 'sign-in'
    if (asked === 'reconnect' || asked === 'replace') return asked
    return isConnected && (await readCalendar(db)) !== undefined ? 'sign-in' : 'connect'
  }

  // Ends the session on the server too. Idempotent.
  service.post('/sign-out', { config: { access: 'optional' } }, async (request, reply) => {
    if (request.sessionContext) await deleteSession(db, request.sessionContext.session.tokenHash)
    // What the service worker keeps of the household ends with the session.
    void reply.header('clear-site-data', '"storage"')
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  })
}

export default auth
