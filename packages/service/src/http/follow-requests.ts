import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { maskPath } from '../redaction.ts'
import { inRequestContext } from '../request-context.ts'

/** Gives each request a context: the log lines of its work carry its id. */
export function followRequests(service: FastifyInstance): void {
  service.addHook('onRequest', follow)
  // The body is read in socket events, outside the request context.
  service.addHook('preValidation', follow)
}

function follow({ id: requestId }: FastifyRequest, _reply: unknown, done: () => void): void {
  inRequestContext({ requestId }, done)
}

/** Logs one line per response, without the query and without share links. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    { url, method, id: requestId, log, routeOptions }: FastifyRequest,
    { statusCode: status, elapsedTime }: FastifyReply,
  ): void {
    const path = maskPath(url.split('?', 1)[0] ?? '/')
    const line = { requestId, method, path, status, ms: Math.round(elapsedTime) }
    if (error) log.error({ ...line, err: error }, 'request aborted')
    else if (routeOptions.config.quiet && status < 400) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
