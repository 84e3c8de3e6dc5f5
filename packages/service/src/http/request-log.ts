import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'

/** One line per request, when it is answered: what, how, how long. Never the query. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { url, method } = request
    const path = url.split('?', 1)[0] ?? '/'
    const line = { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (error) request.log.error({ ...line, err: error }, 'request broken off')
    else if (isQuiet(request) && reply.statusCode < 400) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }
}

function isQuiet({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.quiet === true
}
