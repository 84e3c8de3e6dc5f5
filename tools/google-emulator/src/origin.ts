import type { FastifyRequest } from 'fastify'

/** The origin through which this request reached the emulator. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`
}
