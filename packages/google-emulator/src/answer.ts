import type { FastifyReply, FastifyRequest } from 'fastify'
import { selectFields } from './fields.ts'
import type { FieldNames } from './fields.ts'

/** Sends a resource: the fields asked for, with its etag, or 304 to whom has it already. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: { etag?: string; [name: string]: unknown },
  names: FieldNames,
): FastifyReply {
  const { etag } = resource
  reply.header('cache-control', 'private, max-age=0, must-revalidate')
  if (etag !== undefined) {
    reply.header('etag', etag)
    if (request.method === 'GET' && request.headers['if-none-match'] === etag) {
      return reply.status(304).send()
    }
  }
  const fields = new URL(request.url, 'http://localhost').searchParams.get('fields')
  return reply.send(
    fields === null || fields === '' ? resource : selectFields(resource, fields, names),
  )
}
