import { sendLines, type RawAnswer } from '@night-routine/servers/raw-http'

/** A request that is sent exactly as given. */
export interface RawRequest {
  method?: string
  path?: string
  /** In this order; a name may be repeated. */
  headers: readonly (readonly [string, string])[]
  body?: string
}

const address = '/api/webhook/calendar'

/** Sends the request over a new connection and reads the whole response. */
export async function rawRequest(
  port: number,
  { method = 'POST', path = address, headers, body = '' }: RawRequest,
): Promise<RawAnswer> {
  const all = [['Host', 'routine.example.org'], ['Connection', 'close'], ...headers]
  const lines = all.map(([name, value]) => `${name}: ${value}`)
  return sendLines(port, [`${method} ${path} HTTP/1.1`, ...lines], body)
}
