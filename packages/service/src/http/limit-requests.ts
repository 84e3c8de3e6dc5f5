import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooBusyError } from './errors.ts'

/**
 * Answers 503 while `most` requests are in progress. A queue that only grows answers no one in time, and refusing
 * is cheap. A request counts until its answer starts; routes with `quiet` are never refused, so that health checks
 * do not restart a busy service.
 */
export function limitRequests(service: FastifyInstance, most: number): void {
  const counted = new WeakSet<FastifyRequest>()
  let inProgress = 0
  const release = (request: FastifyRequest) => {
    if (counted.delete(request)) inProgress -= 1
  }
  service.addHook('onRequest', async request => {
    if (request.routeOptions.config.quiet) return
    if (inProgress >= most) throw tooBusyError()
    inProgress += 1
    counted.add(request)
  })
  service.addHook('onSend', async request => release(request))
  service.addHook('onRequestAbort', async request => release(request))
  service.addHook('onResponse', async request => release(request))
}
