import type { FastifyReply, FastifyRequest } from 'fastify'
import { selectFields } from './fields.ts'
import type { FieldNames } from './fields.ts'

/** Sends the requested fields of a resource with its etag, or 304 if the client has it already. */
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
  const fields = fieldsOf(request)
  return reply.send(fields ? selectFields(resource, fields, names) : resource)
}

/**
 * Refuses a wrong `fields` before a write has happened.
 *
 * @throws GoogleError 400 `invalidParameter`
 */
export function checkFields(request: FastifyRequest, names: FieldNames): void {
  const fields = fieldsOf(request)
  if (fields) selectFields({}, fields, names)
}

function fieldsOf(request: FastifyRequest): string | null {
  return new URL(request.url, 'http://localhost').searchParams.get('fields')
}
