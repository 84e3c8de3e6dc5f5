import type { Database, Queryable } from '@night-routine/database/connection'
import {
  findAccessToken,
  isAccessToken,
  touchAccessToken,
  type AccessTokenRecord,
  type Session,
} from '@night-routine/database/people'
import { message } from '@night-routine/wording'
import type { Clock } from '@night-routine/service'
import type { FastifyRequest } from 'fastify'
import { LocalizedHttpError } from './localized-http-error.ts'
import { accessTokenPrefix, isStale, isToken, tokenHash } from './session.ts'

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Who makes a request: a person in a browser, or a program of theirs. */
export interface Visitor extends Session {
  /** The id of the program's access token; null for a browser. */
  accessToken: bigint | null
}

/** What the transaction of a change needs to know of who makes it. */
export type ChangedBy = Pick<Session, 'email'> & { accessToken?: bigint | null }

/**
 * The access token that a request comes with, whole or not. Only below `/api`: pages and forms are for people. A
 * request with one is judged by it alone, whatever cookies it has. Other bearers are share links, and what a proxy adds
 * that signs people in.
 */
export function accessTokenOf({
  headers,
  routeOptions,
}: Pick<FastifyRequest, 'headers' | 'routeOptions'>): string | undefined {
  if (routeOptions.url?.startsWith('/api/') !== true) return undefined
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return bearer.startsWith(accessTokenPrefix) && !isToken(bearer) ? bearer : undefined
}

/**
 * Finds the token of a request, and records its use.
 * @throws LocalizedHttpError 401 for a token that is wrong, revoked, or of a person who may no longer come in; 403 for a change
 * with a token that may only read
 */
export async function admitAccessToken(
  token: string,
  { method }: Pick<FastifyRequest, 'method'>,
  context: TokenContext,
): Promise<AccessTokenRecord> {
  const known = await findValidToken(tokenHash(token), context)
  if (known === undefined || known.scope === 'calendar') throw tokenUnknown()
  if (known.scope === 'read' && !safeMethods.has(method))
    throw new LocalizedHttpError(403, message('error.tokenReads'), {
      headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
    })
  await recordUse(known, context)
  return known
}

/** What tokens and sessions are checked with. */
export interface TokenContext {
  db: Database
  mayEnter: (email: string) => boolean
  clock: Clock
}

/** The token with this digest, of a person who may still come in; undefined for any other. */
export async function findValidToken(digest: string, { db, mayEnter }: TokenContext) {
  const known = await findAccessToken(db, digest)
  return known && (known.invited || mayEnter(known.email)) ? known : undefined
}

/** Records the use of a token, once an hour. */
export async function recordUse(
  { id, lastUsedAt }: AccessTokenRecord,
  { db, clock }: TokenContext,
): Promise<void> {
  const now = clock.now()
  if (isStale(lastUsedAt, now)) await touchAccessToken(db, id, now)
}

/**
 * Refuses a change whose token was revoked since the request came in. Call it under the household's lock, which a
 * revocation waits for: the change is done whole, or not at all.
 * @throws LocalizedHttpError 401
 */
export async function assertStillAdmitted(q: Queryable, { accessToken }: ChangedBy): Promise<void> {
  if (accessToken === undefined || accessToken === null) return
  if (!(await isAccessToken(q, accessToken))) throw tokenUnknown()
}

function tokenUnknown() {
  return new LocalizedHttpError(401, message('error.tokenUnknown'), {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}
