import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/**
 * Answers requests that no route takes: 405 with `Allow` where another method would do, else
 * 404. It answers before the body is read, so a strange body cannot change the answer.
 */
export function answerUnknownAddresses(service: FastifyInstance): void {
  const routes: { pattern: URLPattern; methods: string[] }[] = []

  service.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: new URLPattern({ pathname: url }), methods: [method].flat() })
  })
  service.addHook('onRequest', async request => {
    if (request.is404) throw refusal(request)
  })
  service.setNotFoundHandler(async request => {
    throw refusal(request)
  })

  function refusal(request: FastifyRequest): HttpError {
    const allowed = allowedMethods(request)
    if (allowed.length === 0)
      return new HttpError(404, 'There is nothing at this address.', { code: 'no-address' })
    const headers = { allow: allowed.join(', ') }
    return new HttpError(405, `This address does not take ${request.method}.`, {
      headers,
      code: 'method',
    })
  }

  function allowedMethods({ url, method }: FastifyRequest): string[] {
    const pathname = url.split('?', 1)[0] ?? '/'
    const methods = routes
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(route => route.methods)
    // A route that takes the method has declined by itself: to the person that is a 404.
    return methods.includes(method) ? [] : [...new Set(methods)].toSorted()
  }
}
