import { HttpError } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { headerReader, type Notification } from './headers.ts'

export interface NotificationOptions {
  /** In small letters. */
  headerPrefixes: readonly string[]
  /** Whether a notification is genuine, once what it asks for is kept; rejects when it cannot be. */
  take: (found: Notification) => Promise<boolean>
}

/**
 * The address of the provider's notifications (design.md section 7). The answer is 200 when nothing
 * can be lost any more, and 503 when the provider should try again.
 */
export async function notification(
  service: FastifyInstance,
  { headerPrefixes, take }: NotificationOptions,
) {
  const read = headerReader(headerPrefixes)

  // Google sends no body and calls it `application/json; utf-8`, which a JSON parser refuses. Whatever
  // comes is thrown away, up to the service's limit.
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
