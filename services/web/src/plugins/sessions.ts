import type { Session, Visit } from '@night-routine/database'
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
    /** The same with what was read beside it. */
    visit: Visit | null
  }
}

export interface SessionOptions {
  readVisit: (tokenHash: string) => Promise<Visit | undefined>
  touchSession: (tokenHash: string, now: Temporal.Instant) => Promise<void>
  /** Asked on each request, so that leaving the list ends a session at once. */
  mayEnter: (email: string) => boolean
  clock: Clock
}

const notSignedIn = message('error.signInFirst')

/** Finds out who is asking, and answers 401 where the route needs to know and nobody is signed in. */
export function sessions(service: FastifyInstance, options: SessionOptions) {
  service.decorateRequest('session', null)
  service.decorateRequest('visit', null)
  service.addHook('onRequest', async request => {
    if (request.is404) return
    const need = sessionNeed(request.routeOptions.url)
    if (need === 'none') return
    request.visit = await currentVisit(request.headers.cookie, options)
    request.session = request.visit?.session ?? null
    if (need === 'required' && request.session === null) throw new SpokenError(401, notSignedIn)
  })
}

async function currentVisit(
  cookieHeader: string | undefined,
  { readVisit, touchSession, mayEnter, clock }: SessionOptions,
): Promise<Visit | null> {
  const token = sessionTokenIn(cookieHeader)
  if (token === undefined) return null
  const visit = await readVisit(tokenHash(token))
  if (visit === undefined) return null
  const { session } = visit
  const now = clock.now()
  if (!isAlive(session, now) || !mayEnter(session.email)) return null
  if (isStale(session, now)) await touchSession(session.tokenHash, now)
  return visit
}

/** The session of a request that the table has let in. */
export function signedIn({ session }: Pick<FastifyRequest, 'session'>): Session {
  if (session === null) throw new SpokenError(401, notSignedIn)
  return session
}
