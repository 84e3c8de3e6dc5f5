import { sendLines, type RawAnswer } from '@night-routine/servers/raw-http'
import type { Asked, Upstream } from './upstream.ts'

export interface RawRow {
  what: string
  /** The first line and the headers; `HOST` stands for the host of the proxy. */
  lines: string[]
  body?: string
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
  { lines, body }: Omit<RawRow, 'what'>,
  upstreams: readonly Upstream[] = [],
): Promise<RawAnswer & { asked: Asked[] }> {
  for (const { asked } of upstreams) asked.length = 0
  const own = `localhost:${port}`
  const answer = await sendLines(
    port,
    lines.map(line => line.replaceAll('HOST', own)),
    body,
  )
  return { ...answer, asked: upstreams.flatMap(({ asked }) => asked) }
}

/** The status of the answer to a request that is refused, and what the services were asked. */
export async function refusalOf(...request: Parameters<typeof askRaw>): Promise<[number, Asked[]]> {
  const { status, asked } = await askRaw(...request)
  return [status, asked]
}
