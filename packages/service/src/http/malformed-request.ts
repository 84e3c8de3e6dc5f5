import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'

/** Refuses what HTTP lets through and no honest client sends: NUL in a path, two hosts. */
export function refuseMalformedRequests(service: FastifyInstance): void {
  service.addHook('onRequest', async ({ url, raw }) => {
    if (url.includes('%00'))
      throw new HttpError(400, 'This address is malformed.', { code: 'malformed-address' })
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    if (names.filter(name => name.toLowerCase() === 'host').length > 1)
      throw new HttpError(400, 'This request names two hosts.', { code: 'two-hosts' })
  })
}

/** So long a client that sends what is not HTTP may go on, so that it reads the answer. */
const lingerMs = 2_000

const answers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers what is not even HTTP on the bare socket: 400, or 408 and 431 where it is known. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const answer = answers[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ error: answer.slice(4) })
  const head = `HTTP/1.1 ${answer}\r\nConnection: close\r\nContent-Type: application/json\r\n`
  socket.end(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
