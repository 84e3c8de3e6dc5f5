import rateLimit from '@fastify/rate-limit'
import { message } from '@night-routine/wording'
import type { FastifyInstance } from 'fastify'
import { LocalizedHttpError } from './localized-http-error.ts'

/** As many requests a program may make in a minute, with one access token. */
const mostRequestsOfToken = 120

/**
 * Limits the requests of each access token, counted in the memory of this process; people are not limited. Answers say
 * how many are left, in `RateLimit` headers. Register it after `sessions`.
 */
export async function limitAccessTokens(service: FastifyInstance) {
  await service.register(rateLimit, {
    max: mostRequestsOfToken,
    timeWindow: 60_000,
    enableDraftSpec: true,
    allowList: ({ sessionContext }) => (sessionContext?.session.accessToken ?? null) === null,
    keyGenerator: ({ sessionContext }) => String(sessionContext?.session.accessToken),
    errorResponseBuilder: (_request, { ttl }) =>
      new LocalizedHttpError(
        429,
        message('error.tokenTooOften', { seconds: Math.ceil(ttl / 1000) }),
      ),
  })
}
