import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { maskPath } from '../redaction.ts'

/** Logs one line per response, without the query and without share links. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { url, method, id: requestId } = request
    const path = maskPath(url.split('?', 1)[0] ?? '/')
    const ms = Math.round(reply.elapsedTime)
    const line = { requestId, method, path, status: reply.statusCode, ms }
    if (error) request.log.error({ ...line, err: error }, 'request aborted')
    else if (isQuiet(request) && reply.statusCode < 400) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }
}

function isQuiet({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.quiet === true
}
