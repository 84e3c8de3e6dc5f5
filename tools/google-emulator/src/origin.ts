import type { FastifyRequest } from 'fastify'

/** The address under which this request reached the emulator. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
