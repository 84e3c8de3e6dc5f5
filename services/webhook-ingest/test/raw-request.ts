import { connect } from 'node:net'

/** A response as received; the status is NaN if there was none. */
export interface RawAnswer {
  status: number
  /** By lowercase name. */
  headers: Record<string, string>
  body: string
}

/** A request that is sent exactly as given; a client library would normalize it. */
export interface RawRequest {
  method?: string
  path?: string
  /** In this order; a name may be repeated. */
  headers: readonly (readonly [string, string])[]
  body?: string
}

const address = '/api/webhook/calendar'

/** Sends a request over a new connection and reads the whole response. */
export async function rawRequest(
  port: number,
  { method = 'POST', path = address, headers, body = '' }: RawRequest,
): Promise<RawAnswer> {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...[['Host', 'routine.example.org'], ['Connection', 'close'], ...headers].map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ]
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise(resolve => socket.on('close', resolve))
  // A server that refuses a large body may close before it has read all of it.
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', chunk => {
    text += String(chunk)
  })
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  await closed
  return parse(text)
}

function parse(text: string): RawAnswer {
  const [head = '', ...body] = text.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map(line => line.split(/: (.*)/s, 2) as [string, string])
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: body.join('\r\n\r\n'),
  }
}
