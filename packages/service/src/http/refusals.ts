import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { failure, type HttpError } from './errors.ts'

/** Refuses requests that are valid HTTP but that no real client sends: NUL in a path, two hosts. */
export function refuseMalformedRequests(service: FastifyInstance): void {
  service.addHook('onRequest', async ({ url, raw }) => {
    if (url.includes('%00')) throw failure('malformed-address')
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter(name => name.toLowerCase() === 'host').length > 1) throw failure('two-hosts')
  })
}

/** Answers 405 with `Allow` if another method has a route, else 404, without reading the body. */
export function refuseUnknownAddresses(service: FastifyInstance): void {
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

  function refusal({ url, method }: FastifyRequest): HttpError {
    const pathname = url.split('?', 1)[0] ?? '/'
    const methods = routes
      .filter(({ pattern }) => pattern.test({ pathname }))
      .flatMap(route => route.methods)
    // If the route of this method declined the request, this is a 404.
    if (methods.length === 0 || methods.includes(method)) return failure('no-address')
    const allow = [...new Set(methods)].toSorted().join(', ')
    return failure('method', { facts: { method }, headers: { allow } })
  }
}

/** How long a client that sends invalid HTTP may stay connected to read the response. */
const lingerMs = 2_000

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers invalid HTTP on the raw socket: 400, or 408 and 431 if the cause is known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statuses[error.code ?? ''] ?? 400
  const text = STATUS_CODES[status]
  const body = JSON.stringify({ error: text })
  const head = `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Type: application/json\r\n`
  socket.end(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
