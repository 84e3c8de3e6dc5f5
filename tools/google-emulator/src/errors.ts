import type { FastifyInstance } from 'fastify'
import { GoogleError, notFound } from './google-error.ts'

/** Parses JSON like Google, which ignores an empty body of any type. */
export function readJson(service: FastifyInstance): void {
  service.removeContentTypeParser('application/json')
  service.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, body === '' ? null : JSON.parse(body.toString()))
      } catch {
        done(new GoogleError(400, 'parseError', 'Parse Error'))
      }
    },
  )
}

/** Sends every error in Google's form, including those that Fastify finds before a route runs. */
export function answerErrors(service: FastifyInstance): void {
  service.setNotFoundHandler((_request, reply) => reply.status(404).send(notFound().body()))

  service.setErrorHandler((error, request, reply) => {
    if (error instanceof GoogleError) {
      if (error.status === 401) {
        reply.header('www-authenticate', 'Bearer realm="https://accounts.google.com/"')
      }
      return reply.status(error.status).send(error.body())
    }
    if (isRefusedInput(error)) {
      return reply.status(400).send(new GoogleError(400, 'parseError', 'Parse Error').body())
    }
    request.log.error(error)
    return reply.status(500).send(new GoogleError(500, 'backendError', 'Backend Error').body())
  })
}

function isRefusedInput(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
}
