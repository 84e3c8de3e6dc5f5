import type { FastifyInstance } from 'fastify'

/**
 * Ends each connection with the answer it waits for once the service closes. Node closes the
 * idle ones itself, but one that was busy at that moment would be kept for its client for more
 * than a minute, and the close would wait for it.
 */
export function drainConnections(service: FastifyInstance): void {
  let closing = false
  service.addHook('preClose', async () => {
    closing = true
  })
  service.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
