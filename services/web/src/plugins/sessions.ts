import type { Parent, ParentId, Session, SessionContext } from '@night-routine/database'
import { settingsOf, type Settings } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionNeed } from '../access.ts'
import { isAlive, isStale } from '../session-life.ts'
import { sessionTokenIn, tokenHash } from '../session-token.ts'
import { SpokenError } from './spoken-error.ts'

/** What every page knows of the household. */
interface Household {
  settings: Settings
  parents: Record<ParentId, Parent>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; null for everybody else. */
    session: Session | null
    /** Of the person who is signed in; null for everybody else. */
    household: Household | null
  }
}

export interface SessionOptions {
  findSessionContext: (tokenHash: string) => Promise<SessionContext | undefined>
  touchSession: (tokenHash: string, now: Temporal.Instant) => Promise<void>
  /** Asked on each request, so that leaving the list ends a session at once. */
  mayEnter: (email: string) => boolean
  clock: Clock
}

const notSignedIn = message('error.signInFirst')

/** Finds the session of each request, and answers 401 where the route needs one and there is none. */
export function sessions(service: FastifyInstance, options: SessionOptions) {
  service.decorateRequest('session', null)
  service.decorateRequest('household', null)
  service.addHook('onRequest', async request => {
    if (request.is404) return
    const need = sessionNeed(request.routeOptions.url)
    if (need === 'none') return
    const context = await currentContext(request.headers.cookie, options)
    request.session = context?.session ?? null
    request.household = context && {
      settings: settingsOf(context.household.settings),
      parents: context.household.parents,
    }
    if (need === 'required' && request.session === null) throw new SpokenError(401, notSignedIn)
  })
}

async function currentContext(
  cookieHeader: string | undefined,
  { findSessionContext, touchSession, mayEnter, clock }: SessionOptions,
): Promise<SessionContext | null> {
  const token = sessionTokenIn(cookieHeader)
  if (token === undefined) return null
  const context = await findSessionContext(tokenHash(token))
  if (context === undefined) return null
  const { session } = context
  const now = clock.now()
  if (!isAlive(session, now) || !mayEnter(session.email)) return null
  if (isStale(session, now)) await touchSession(session.tokenHash, now)
  return context
}

/** The session of a request that the table has let in. */
export function signedIn({ session }: Pick<FastifyRequest, 'session'>): Session {
  if (session === null) throw new SpokenError(401, notSignedIn)
  return session
}
