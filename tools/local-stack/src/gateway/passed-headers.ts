import type { IncomingHttpHeaders } from 'node:http'

/** Headers of a single connection (RFC 9110, section 7.6.1), and those that Node has handled already. */
const ofOneConnection = ['connection', 'expect', 'keep-alive', 'proxy-connection', 'te', 'upgrade']

/**
 * The headers as they arrived, repeated ones included, and the client's address. What the client itself says about
 * that is ignored.
 */
export function passedHeaders({
  raw: { rawHeaders, headers, socket },
}: {
  raw: {
    rawHeaders: string[]
    headers: IncomingHttpHeaders
    socket: { remoteAddress?: string | undefined }
  }
}): IncomingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map(name => name.trim().toLowerCase())
  const stays = new Set([...ofOneConnection, ...named])
  const passed: Record<string, string | string[]> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (stays.has(name) || /^(x-forwarded-|forwarded$)/.test(name)) continue
    const value = rawHeaders[index + 1] ?? ''
    const before = passed[name]
    passed[name] = before === undefined ? value : [before, value].flat()
  }
  return {
    ...passed,
    host: headers.host ?? '',
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': 'http',
  }
}
