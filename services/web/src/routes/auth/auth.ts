import { deleteSession, readCalendar, type SignInIntent } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { sessionCookie, signInCookie, signInCookieName } from '../../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

/** Starts a sign-in, with a cookie that holds the attempt: the server stores nothing. And signs out. */
export const auth: FastifyPluginAsync<
  WebContext & { attempts: Pick<SignInAttempts, 'begin'> }
> = async (service, context) => {
  const { db, publicUrl } = context
  service.get<{ Querystring: { intent?: unknown } }>(
    '/auth',
    { config: { access: 'public' } },
    async (request, reply) => {
      const connection = await readConnection(context)
      const intent = await intentOf(request.query.intent, connection.state === 'connected')
      const account = connection.state === 'absent' ? undefined : (connection.account ?? undefined)
      const { url, ...secrets } = context.signIn.begin({
        consent: intent !== 'sign-in',
        loginHint: intent === 'reconnect' ? account : undefined,
      })
      const attempt = context.attempts.begin({ ...secrets, intent })
      const cookie = signInCookieName(secrets.state)
      return reply.setCookie(cookie, attempt, signInCookie(publicUrl)).redirect(url)
    },
  )

  // A household with a grant and a calendar needs no new consent.
  async function intentOf(asked: unknown, isConnected: boolean): Promise<SignInIntent> {
    if (asked === 'reconnect' || asked === 'replace') return asked
    return isConnected && (await readCalendar(db)) !== undefined ? 'sign-in' : 'connect'
  }

  // Ends the session on the server too. Idempotent.
  service.post('/sign-out', { config: { access: 'optional' } }, async (request, reply) => {
    if (request.visit) await deleteSession(db, request.visit.session.tokenHash)
    // What the service worker keeps of the household ends with the session.
    void reply.header('clear-site-data', '"storage"')
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  })
}
