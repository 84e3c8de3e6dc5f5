import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** Refuses requests that are valid HTTP but that no real client sends: NUL in a path, two hosts. */
export function refuseMalformedRequests(service: FastifyInstance): void {
  service.addHook('onRequest', async ({ url, raw }) => {
    if (url.includes('%00'))
      throw new HttpError(400, 'This address is malformed.', { code: 'malformed-address' })
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter(name => name.toLowerCase() === 'host').length > 1)
      throw new HttpError(400, 'This request names two hosts.', { code: 'two-hosts' })
  })
}

/** How long a client that sends invalid HTTP may stay connected to read the response. */
const lingerMs = 2_000

const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers invalid HTTP on the raw socket: 400, or 408 and 431 if the cause is known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const answer = answers[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ error: answer.slice(4) })
  const head = `HTTP/1.1 ${answer}\r\nConnection: close\r\nContent-Type: application/json\r\n`
  socket.end(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
