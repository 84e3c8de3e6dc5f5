import { once } from 'node:events'
import { request as send, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { Asked, Upstream } from './upstream.ts'

/** A request of the table, and what becomes of it at the proxy. */
export interface Row {
  what: string
  path: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
  /** Who is asked, and how often. */
  reaches: string[]
  status: number
}

const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
const notification = '/api/webhook/calendar'
const large = (bytes: number) => ({ ...post, body: 'x'.repeat(bytes) })

/** The service that answers a path. */
export const ways: [path: string, service: string][] = [
  ['/', 'web'],
  ['/settings?x=1', 'web'],
  ['/api/webhooks', 'web'],
  ['/s', 'web'],
  ['/api/webhook', 'webhook-ingest'],
  ['/api/webhook/calendar?x=1', 'webhook-ingest'],
  ['/API/Webhook/x', 'webhook-ingest'],
  ['/api/%77ebhook/x', 'webhook-ingest'],
  ['/api//webhook/x', 'webhook-ingest'],
  ['/s/our-nights/', 'vault'],
  ['/S/our-nights/', 'vault'],
  ['/%73/our-nights/2026-11?x=%2F', 'vault'],
  ['/-/theme.0123456789ab.css', 'vault'],
  ['/robots.txt', 'vault'],
  ['/robots.txt/', 'web'],
]

/** Requests that a proxy could change. */
export const requests: Row[] = [
  ...ways.map(([path, service]) => ({ what: path, path, reaches: [service], status: 200 })),
  { what: 'a 503 is passed on, once', path: '/?status=503', reaches: ['web'], status: 503 },
  { what: 'a 500 as well', path: '/?status=500', reaches: ['web'], status: 500 },
  { what: 'a method that few know', path: '/x', method: 'PROPFIND', reaches: ['web'], status: 200 },
  { what: 'a HEAD', path: '/x', method: 'HEAD', reaches: ['web'], status: 200 },
  {
    what: 'a doubled header stays two',
    path: notification,
    ...post,
    headers: { ...post.headers, 'x-goog-channel-id': ['one', 'two'] },
    body: '',
    reaches: ['webhook-ingest'],
    status: 200,
  },
  {
    what: 'what a client says of itself is not believed',
    path: '/',
    headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    reaches: ['web'],
    status: 200,
  },
  {
    what: 'a client that asks before it sends',
    path: '/settings',
    method: 'POST',
    headers: { 'content-type': 'text/plain', expect: '100-continue' },
    body: 'body',
    reaches: ['web'],
    status: 200,
  },
  { what: 'a large form', path: '/settings', ...large(900_000), reaches: ['web'], status: 200 },
  { what: 'one too large', path: '/settings', ...large(1_100_000), reaches: [], status: 413 },
  {
    what: 'a notification too large',
    path: notification,
    ...large(70_000),
    reaches: [],
    status: 413,
  },
  { what: 'an invalid address', path: '/%zz', reaches: [], status: 400 },
  {
    what: 'another name of this machine',
    path: '/settings?x=1',
    headers: { host: 'other.example:1234' },
    reaches: [],
    status: 308,
  },
]

export interface Outcome {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  asked: Asked[]
}

const compared = ['content-type', 'location', 'retry-after', 'set-cookie'] as const
/** Headers that a proxy writes as it likes and that are unused. */
export const ownWay = new Set([
  'accept-encoding',
  'connection',
  'user-agent',
  'via',
  'content-length',
  'expect',
])

/** Sends a request of the table to a proxy. */
export async function ask(
  port: number,
  row: Pick<Row, 'path' | 'method' | 'headers' | 'body'>,
  upstreams: readonly Upstream[],
): Promise<Outcome> {
  for (const { asked } of upstreams) asked.length = 0
  const { path, method = 'GET', headers = {}, body } = row
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const asking = send({
    port,
    host: '127.0.0.1',
    path,
    method,
    headers: { host: `localhost:${port}`, ...length, ...headers },
    agent: false,
  })
  if (headers['expect'] === undefined) asking.end(body)
  else asking.once('continue', () => asking.end(body)).flushHeaders()
  // The answer to a body that is too large comes before its end.
  asking.on('error', () => undefined)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await answer.toArray()).toString()
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(compared.map(name => [name, withoutPort(answer.headers[name])])),
    body: text,
    asked: upstreams.flatMap(({ asked }) =>
      asked.map(one => ({
        ...one,
        bytes: answer.statusCode === 413 ? 0 : one.bytes,
        headers: one.headers
          .filter(([name]) => !ownWay.has(name))
          .map(([name, value]): [string, string] => [
            name,
            value.replaceAll(/:\d{4,5}\b/g, ':PORT'),
          ])
          .toSorted(([a, x], [b, y]) => `${a} ${x}`.localeCompare(`${b} ${y}`)),
      })),
    ),
  }
}

function withoutPort(value: string | string[] | undefined) {
  return typeof value === 'string' ? value.replaceAll(/:\d{4,5}\b/g, ':PORT') : value
}
