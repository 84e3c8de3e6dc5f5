import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asFailure, Failure } from '../failures.ts'

/**
 * Errors of the main API: 200 with `{ error, msg, code }`, because its clients drop the body of any
 * other status. Only our own faults keep their status, so that proxies and monitors see them.
 */
export function answerAsMainApi(service: FastifyInstance): void {
  service.setErrorHandler(async (error, request, reply) => {
    const failure = told(error, request, reply)
    const { message, failureCode: code, status } = failure
    return reply.code(status < 500 ? 200 : status).send({ error: message, msg: message, code })
  })
}

/** Errors of publish and site calls: a status, and the fields of every client at once. */
export function answerAsPublishApi(service: FastifyInstance): void {
  service.setErrorHandler(async (error, request, reply) => {
    const { message, failureCode: code, status } = told(error, request, reply)
    return reply.code(status).send({ error: message, code, message, msg: message })
  })
}

function told(error: unknown, request: FastifyRequest, reply: FastifyReply): Failure {
  const failure = asFailure(error)
  // A refusal under load is not a fault, and there are many at once: the line about the
  // completed request is enough.
  const isRefusal = error instanceof Failure && error.cause === undefined
  if (failure.status < 500)
    // `failure` and not `code`: the log hides everything that is called a code.
    request.log.info({ failure: failure.failureCode }, 'a request was refused')
  else if (!isRefusal) request.log.error({ err: error }, 'a request failed')
  void reply.headers(failure.headers)
  return failure
}

/** Parses every body as JSON, because clients of this API send different content types. */
export function readEveryBodyAsJson(service: FastifyInstance): void {
  const parse = service.getDefaultJsonParser('error', 'error')
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', { parseAs: 'string' }, parse)
}

/**
 * Response schemas are for the compiler and the docs. A serializer made from them would remove
 * the fields of a refusal, because refusals of the main API have the status 200.
 */
export function writeAnswersAsTheyAre(service: FastifyInstance): void {
  service.setSerializerCompiler(() => data => JSON.stringify(data))
}
