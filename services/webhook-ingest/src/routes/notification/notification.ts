import { HttpError } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { headerReader, type Notification } from './headers.ts'

export interface NotificationOptions {
  /** In lowercase. */
  headerPrefixes: readonly string[]
  /** Resolves once the pull is requested, to whether the notification is genuine; rejects if that failed. */
  take: (found: Notification) => Promise<boolean>
}

/**
 * The endpoint for the provider's notifications. It answers 200 once the job request is committed, and
 * 503 when the provider should retry.
 */
export async function notification(
  service: FastifyInstance,
  { headerPrefixes, take }: NotificationOptions,
) {
  const read = headerReader(headerPrefixes)

  // Google sends an empty body as `application/json; utf-8`, which a JSON parser refuses. Any body up
  // to the size limit is discarded.
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

  service.post('/api/webhook/calendar', { config: { quiet: true } }, async (request, reply) => {
    const found = read(request.raw.rawHeaders)
    if ('fault' in found) {
      const { header: field, fault } = found
      throw new HttpError(400, `The header ${field} is ${fault}.`, { field })
    }
    if (!(await take({ ...found, requestId: request.id }).catch(away)))
      throw new HttpError(403, 'This notification is not from a channel of ours.')
    return reply.code(200).send()
  })
}

function away(cause: unknown): never {
  const headers = { 'retry-after': '5' }
  const words = 'This cannot be kept right now. Please send it again.'
  throw new HttpError(503, words, { headers, cause })
}
