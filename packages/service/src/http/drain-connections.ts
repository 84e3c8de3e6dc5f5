import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Node accepts about one connection per turn of its loop; more than this are never waiting here. */
const turns = 100

/**
 * Loses no request when the service closes. Connections that wait to be accepted would be reset with
 * the port, so the service accepts them first. Each answer then ends its connection: Node closes only
 * the idle ones, and the close would wait a minute for the others.
 */
export function drainConnections(service: FastifyInstance): void {
  let closing = false
  service.addHook('preClose', async () => {
    closing = true
    for (let count = 0; count < turns; count += 1) await turn()
  })
  service.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
