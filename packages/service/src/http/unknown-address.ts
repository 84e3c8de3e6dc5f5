import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'

/**
 * Answers requests without a route: 405 with `Allow` if another method exists, else 404. It answers before
 * the body is read, so the body cannot change the response.
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
    // The route of this method declined the request, so this is a 404.
    return methods.includes(method) ? [] : [...new Set(methods)].toSorted()
  }
}
