import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a single connection (RFC 9110, section 7.6.1), and `Expect`, which Node has handled already. */
const ofOneConnection = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** What services decide by. A client that named it in `Connection` would take it away from its own request. */
const endToEnd = /^(?:authorization|content-.*|cookie|host|origin|sec-fetch-.*)$/

/** Whether a header ends at this connection, because of what it is or because `Connection` names it. */
function endsHere(connection: string | undefined): (name: string) => boolean {
  const named = (connection ?? '').split(',').map(name => name.trim().toLowerCase())
  const ending = new Set([...ofOneConnection, ...named.filter(name => !endToEnd.test(name))])
  return name => ending.has(name)
}

interface Incoming {
  /** What is left to send on; undefined without a body. */
  body: unknown
  raw: {
    rawHeaders: string[]
    headers: IncomingHttpHeaders
    socket: { remoteAddress?: string | undefined }
  }
}

/**
 * The headers as they arrived, repeated ones included, and the client's address. What the client itself says about
 * that is ignored.
 */
export function passedHeaders({
  body,
  raw: { rawHeaders, headers, socket },
}: Incoming): IncomingHttpHeaders {
  const ends = endsHere(headers.connection)
  const passed: Record<string, string | string[]> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (ends(name) || /^(x-forwarded-|forwarded$)/.test(name)) continue
    const value = rawHeaders[index + 1] ?? ''
    const before = passed[name]
    passed[name] = before === undefined ? value : [before, value].flat()
  }
  const hasBody = body !== undefined && body !== null
  // The body of a GET is not passed on, so nothing may announce it.
  if (!hasBody && passed['content-length'] !== '0') delete passed['content-length']
  return {
    ...passed,
    ...(hasBody && passed['content-length'] === undefined
      ? { 'transfer-encoding': 'chunked' }
      : {}),
    host: headers.host ?? '',
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': 'http',
  }
}

/** The headers of a service's answer that are not of its connection with the gateway. */
export function answeredHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const ends = endsHere(headers.connection)
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ends(name)))
}
