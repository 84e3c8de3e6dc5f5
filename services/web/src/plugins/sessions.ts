import { readParents, type Parent, type ParentId } from '@night-routine/database/nights'
import { findSessionRecord, prefixSession, touchSession } from '@night-routine/database/people'
import { readSettings, settingsOf, type Settings } from '@night-routine/household'
import { message, parentNames, type People } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessTokenOf, admitAccessToken, type TokenContext, type Visitor } from './access-token.ts'
import { cookieName, sessionCookie } from './cookies.ts'
import { isAlive, isStale, sessionTokenIn, tokenHash } from './session.ts'
import { LocalizedHttpError } from './localized-http-error.ts'

/** Who is signed in, and what every page knows of the household. */
export interface SessionContext {
  session: Visitor
  /** Which parent the reader is; null for others, and until they say so. */
  reader: ParentId | null
  /** The language that the person chose; null: the household's. */
  language: string | null
  settings: Settings
  parents: Record<ParentId, Parent>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a session. */
    sessionContext: SessionContext | null
  }
}

const notSignedIn = message('error.signInFirst')

type Context = TokenContext & { publicUrl: string }

/**
 * Finds the session of each request, or the access token in place of one. A route says in its config whether it needs one: `optional` does not, and for
 * `public` none is looked up. A route that says nothing answers 401 without a session.
 */
export function sessions(service: FastifyInstance, context: Context) {
  service.decorateRequest('sessionContext', null)
  service.addHook('onRequest', async (request, reply) => {
    const { access = 'session' } = request.routeOptions.config
    if (request.is404 || access === 'public') return
    const token = accessTokenOf(request)
    request.sessionContext =
      token === undefined
        ? await findSessionContext(request.headers.cookie, reply, context)
        : await tokenContext(token, request, context)
    if (access === 'session') signedIn(request)
  })
}

async function findSessionContext(
  cookieHeader: string | undefined,
  reply: Pick<FastifyReply, 'setCookie' | 'clearCookie'>,
  { db, mayEnter, clock, publicUrl }: Context,
): Promise<SessionContext | null> {
  const name = cookieName('session', publicUrl)
  const given = sessionTokenIn(cookieHeader, name)
  // From before 1.1.0, on https: it gets its prefix now.
  const token = given ?? sessionTokenIn(cookieHeader)
  if (token === undefined) return null
  const context = await findSessionRecord(db, tokenHash(token))
  if (context === undefined || (given === undefined && context.isPrefixed)) return null
  const { session, household, invited, parent, language } = context
  const now = clock.now()
  // Checked on each request, so that leaving the list ends a session at once.
  if (!isAlive(session, now) || !(invited || mayEnter(session.email))) return null
  if (given === undefined) {
    await prefixSession(db, session.tokenHash)
    void reply.setCookie(name, token, sessionCookie)
    void reply.clearCookie('session', sessionCookie)
  }
  if (isStale(session.lastSeenAt, now)) await touchSession(db, session.tokenHash, now)
  return {
    session: { ...session, accessToken: null },
    reader: parent,
    language,
    settings: settingsOf(household.settings),
    parents: household.parents,
  }
}

async function tokenContext(token: string, request: FastifyRequest, context: Context) {
  const { id, email, subject, createdAt, lastUsedAt, parent, language } = await admitAccessToken(
    token,
    request,
    context,
  )
  const [settings, parents] = await Promise.all([readSettings(context.db), readParents(context.db)])
  return {
    session: {
      tokenHash: tokenHash(token),
      email,
      subject,
      createdAt,
      lastSeenAt: lastUsedAt ?? createdAt,
      accessToken: id,
    },
    reader: parent,
    language,
    settings,
    parents,
  }
}

/** The visit of a request whose route needs a session, with the parents' names and who of them reads. */
export function signedIn({
  sessionContext,
  wording,
}: Pick<FastifyRequest, 'sessionContext' | 'wording'>) {
  if (sessionContext === null) throw new LocalizedHttpError(401, notSignedIn)
  const names = parentNames(sessionContext.parents, wording)
  const people: People = { names, reader: sessionContext.reader }
  return { ...sessionContext, names, people }
}
