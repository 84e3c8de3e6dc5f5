import type { Session } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionNeed } from '../access.ts'
import { isAlive, isStale } from '../session-life.ts'
import { sessionTokenIn, tokenHash } from '../session-token.ts'
import { SpokenError } from './spoken-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for everybody else. */
    session: Session | null
  }
}

export interface SessionOptions {
  readSession: (tokenHash: string) => Promise<Session | undefined>
  touchSession: (tokenHash: string, now: Temporal.Instant) => Promise<void>
  /** Asked on each request, so that leaving the list ends a session at once. */
  mayEnter: (email: string) => boolean
  clock: Clock
}

const notSignedIn = message('error.signInFirst')

/** Finds out who is asking, and answers 401 where the route needs to know and nobody is signed in. */
export function sessions(service: FastifyInstance, options: SessionOptions) {
  service.decorateRequest('session', null)
  service.addHook('onRequest', async request => {
    if (request.is404) return
    const need = sessionNeed(request.routeOptions.url)
    if (need === 'none') return
    request.session = await currentSession(request.headers.cookie, options)
    if (need === 'required' && request.session === null) throw new SpokenError(401, notSignedIn)
  })
}

async function currentSession(
  cookieHeader: string | undefined,
  { readSession, touchSession, mayEnter, clock }: SessionOptions,
): Promise<Session | null> {
  const token = sessionTokenIn(cookieHeader)
  if (token === undefined) return null
  const session = await readSession(tokenHash(token))
  const now = clock.now()
  if (!session || !isAlive(session, now) || !mayEnter(session.email)) return null
  if (isStale(session, now)) await touchSession(session.tokenHash, now)
  return session
}

/** The session of a request that the table has let in. */
export function signedIn({ session }: Pick<FastifyRequest, 'session'>): Session {
  if (session === null) throw new SpokenError(401, notSignedIn)
  return session
}
