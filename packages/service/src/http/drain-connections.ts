import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Node accepts about one connection per turn of its event loop; more than this never wait here. */
const turns = 100

/**
 * Loses no request when the service closes. Closing the port resets connections that wait to be accepted, so
 * the service accepts them first. Each response then ends its connection, because Node closes only the idle
 * ones and would wait a minute for the others.
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
