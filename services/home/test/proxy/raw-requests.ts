import { connect } from 'node:net'
import type { Asked, Upstream } from './upstream.ts'

export interface RawRow {
  what: string
  /** The first line and the headers; `HOST` stands for the host of the proxy. */
  lines: string[]
  body?: string
}

export interface RawOutcome {
  /** NaN without an answer. */
  status: number
  headers: Map<string, string>
  body: string
  asked: Asked[]
}

const host = 'Host: HOST'
const origin = 'Origin: https://other.example'

/** Headers of one connection (RFC 9110, section 7.6.1), old forms of HTTP, and mistakes of a client. */
export const rawRequests = {
  close: { what: 'Connection: close', lines: ['GET / HTTP/1.1', host, 'Connection: close'] },
  old: { what: 'HTTP/1.0', lines: ['GET / HTTP/1.0', host] },
  oldKept: {
    what: 'HTTP/1.0 with keep-alive',
    lines: ['GET / HTTP/1.0', host, 'Connection: keep-alive'],
  },
  hop: {
    what: 'headers of one connection',
    lines: [
      'GET / HTTP/1.1',
      host,
      'Connection: close, X-Hop',
      'Connection: x-other , ,',
      'X-Hop: 1',
      'X-Other: 1',
      'X-Stays: 1',
      'Keep-Alive: timeout=5',
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Authenticate: Basic',
      'TE: gzip',
      'Trailer: X-Hop',
      'Upgrade: h2c',
    ],
  },
  wholeAddress: {
    what: 'a whole address instead of a path',
    lines: ['GET http://HOST/settings?x=1 HTTP/1.1', host, 'Connection: close'],
  },
  otherAddress: {
    what: 'the address of another host',
    lines: ['GET http://other.example/settings HTTP/1.1', host, 'Connection: close'],
  },
  getWithBody: {
    what: 'a GET with a body',
    lines: ['GET / HTTP/1.1', host, 'Connection: close', 'Content-Length: 4'],
    body: 'body',
  },
  oddType: {
    what: 'a malformed media type',
    lines: [
      'POST /api/webhook/calendar HTTP/1.1',
      host,
      'Connection: close',
      'Content-Type: ;;;',
      'Content-Length: 4',
    ],
    body: 'body',
  },
  dots: {
    what: 'encoded dots',
    lines: ['GET /a/..%2f%2e%2e/b HTTP/1.1', host, 'Connection: close'],
  },
  noHost: { what: 'no host', lines: ['GET / HTTP/1.1', 'Connection: close'] },
  oddLength: {
    what: 'a length that is not a number',
    lines: ['POST / HTTP/1.1', host, 'Connection: close', 'Content-Length: 1e3'],
  },
  oddName: { what: 'an invalid header', lines: ['GET / HTTP/1.1', host, 'Bad Header: x'] },
  percent: { what: 'an invalid address', lines: ['GET /% HTTP/1.1', host, 'Connection: close'] },
} satisfies Record<string, RawRow>

/** Headers that tell a service who asks; a client may not take them away from itself. */
export const named: RawRow[] = [
  ['Origin', 'Origin: https://other.example'],
  ['keep-alive, sec-fetch-site', 'Sec-Fetch-Site: cross-site'],
  ['Cookie', 'Cookie: session=x'],
  ['authorization', 'Authorization: Basic eDp5'],
  ['host, x-forwarded-for, x-forwarded-host, x-forwarded-proto', origin],
].map(([names, header]) => ({
  what: `Connection names ${names}`,
  lines: [
    'POST /settings HTTP/1.1',
    host,
    `Connection: close, ${names}`,
    header ?? '',
    'Content-Length: 0',
  ],
}))

/** Sends the request as it is written, and reads until the proxy closes. */
export async function askRaw(
  port: number,
  { lines, body = '' }: Omit<RawRow, 'what'>,
  upstreams: readonly Upstream[] = [],
): Promise<RawOutcome> {
  for (const { asked } of upstreams) asked.length = 0
  const head = lines.map(line => line.replaceAll('HOST', `localhost:${port}`)).join('\r\n')
  const text = await sendBytes(port, Buffer.from(`${head}\r\n\r\n${body}`, 'latin1'))
  const [start = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...headers] = start.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: new Map(
      headers.map(line => [
        line.split(':', 1)[0]?.toLowerCase() ?? '',
        line.replace(/^[^:]*: ?/, ''),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
    asked: upstreams.flatMap(({ asked }) => asked),
  }
}

/** The status of the answer to a request that is refused, and what the services were asked. */
export async function refusalOf(...request: Parameters<typeof askRaw>): Promise<[number, Asked[]]> {
  const { status, asked } = await askRaw(...request)
  return [status, asked]
}

/** What is answered to these bytes until the connection closes, or stays open for a while without a word. */
export async function sendBytes(port: number, bytes: Buffer, timeoutMs = 5_000): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => (text += String(chunk)))
  socket.on('error', () => undefined)
  socket.setTimeout(timeoutMs, () => socket.destroy())
  const closed = new Promise(resolve => socket.on('close', resolve))
  socket.write(bytes)
  await closed
  return text
}
