import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { createLogger, createService, HttpError, type ServiceOptions } from '../../src/index.ts'
import { collectLines } from '../log-lines.ts'

class HouseholdBusyError extends Error {}

async function open(
  t: Test,
  options: Partial<ServiceOptions> = {},
  routes: (service: FastifyInstance) => void = () => undefined,
) {
  const log = collectLines()
  const logger = createLogger({ name: 'web', level: 'debug', destination: log.destination })
  const service = createService({ logger, ...options })
  service.get('/', async () => 'home')
  service.get('/nights/:id', async () => 'a night')
  service.post('/nights/:id', { schema: { body: nightBody } }, async ({ body }) => body)
  service.get('/broken', async () => {
    throw new Error('the insides')
  })
  service.get('/api/busy', async () => {
    throw new HouseholdBusyError('locked')
  })
  service.get('/slow', { handlerTimeout: 50 }, ({ signal }) => sleep(5_000, 'late', { signal }))
  service.get('/address', async ({ ip, protocol }) => ({ ip, protocol }))
  routes(service)
  await service.ready()
  t.teardown(() => service.close())
  return { service, log }
}

const nightBody = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'integer' } },
}

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

t.test('errors are JSON for programs and pages for browsers', async t => {
  const { service } = await open(t, {
    errorPage: ({ status, text }) => `<h1>Error</h1><p>${text} (${status})</p>`,
  })
  const page = await service.inject({ url: '/nowhere', headers: browser })
  t.equal(page.statusCode, 404)
  t.match(page.headers['content-type'], 'text/html')
  t.match(page.body, '<h1>Error</h1><p>There is nothing at this address. (404)</p>')

  for (const request of [
    { url: '/nowhere', headers: { accept: 'application/json' } },
    { url: '/api/nowhere', headers: browser },
    { url: '/api?x=1', headers: browser },
  ]) {
    const answer = await service.inject(request)
    t.equal(answer.statusCode, 404)
    t.same(answer.json(), { error: 'There is nothing at this address.' })
  }
  t.match((await service.inject('/apiary')).headers['content-type'], 'text/html', 'not below /api')
})

t.test('falls back to JSON when the error page fails, and translates domain errors', async t => {
  const { service, log } = await open(t, {
    errorPage: () => {
      throw new Error('no such template')
    },
    translateError: error =>
      error instanceof HouseholdBusyError ? new HttpError(503, 'Somebody is at it.') : undefined,
  })
  const answer = await service.inject({ url: '/nowhere', headers: browser })
  t.equal(answer.statusCode, 404)
  t.match(answer.json(), { error: /nothing/ })
  t.match(log.text(), 'no such template')
  const busy = await service.inject('/api/busy')
  t.equal(busy.statusCode, 503)
  t.same(busy.json(), { error: 'Somebody is at it.' })
})

t.test('a wrong method is 405 with Allow', async t => {
  const { service } = await open(t)
  for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const) {
    const answer = await service.inject({ method, url: '/nights/7?x=1' })
    t.equal(answer.statusCode, 405, method)
    t.equal(answer.headers.allow, 'GET, HEAD, POST')
    t.same(answer.json(), { error: `This address does not take ${method}.` })
  }
  const strange = {
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'text/strange' },
    payload: 'x',
  } as const
  t.equal((await service.inject(strange)).statusCode, 405, 'even with an invalid body')
  t.equal((await service.inject({ method: 'POST', url: '/nowhere' })).statusCode, 404)
})

t.test('HEAD has no body, a late handler is 503, a broken one 500 without internals', async t => {
  const { service, log } = await open(t)
  const head = await service.inject({ method: 'HEAD', url: '/' })
  t.match(head, { statusCode: 200, headers: { 'content-length': '4' }, body: '' })
  t.match(await service.inject('/slow'), { statusCode: 503, headers: { 'retry-after': '5' } })
  const broken = await service.inject('/broken')
  t.equal(broken.statusCode, 500)
  t.notMatch(broken.body, 'insides')
  const { 'x-request-id': requestId } = broken.headers
  const lines = log.lines().filter(({ err }) => /insides/.test(JSON.stringify(err)))
  t.match(lines, [{ level: 'error', requestId }])
})

t.test('never coerces a value to a number', async t => {
  const { service } = await open(t)
  const post = (payload: string, type = 'application/json') =>
    service.inject({ method: 'POST', url: '/nights/1', payload, headers: { 'content-type': type } })

  t.same((await post('{"id":5}')).json(), { id: 5 })
  for (const body of [
    '{"id":"5"}',
    '{"id":null}',
    '{"id":true}',
    '{"id":1.5}',
    '{"id":5,"more":1}',
    '{}',
  ])
    t.match(await post(body), { statusCode: 400 }, body)
  t.match((await post('{"id":"5"}')).json(), { error: /^A value in this/, field: 'id' })
  for (const body of [
    '',
    '{',
    '[]',
    '{"id":5,"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
  ])
    t.equal((await post(body)).statusCode, 400, body)
  t.equal((await post('{"id":5}', 'text/strange')).statusCode, 400, 'media type')
  t.equal((await post(`{"id":5,"more":"${'x'.repeat(70_000)}"}`)).statusCode, 413)
})

t.test('refuses malformed addresses', async t => {
  const { service } = await open(t, { errorPage: ({ text }) => `<p>${text}</p>` })
  for (const url of ['/nights/%', '/nights/%zz', '/nights/1%00', '/%00', '/nights/%c3%28'])
    t.match(
      await service.inject({ url, headers: browser }),
      {
        statusCode: 400,
        body: /<p>.*malformed/,
      },
      url,
    )
})

t.test('trusts forwarded headers of listed proxies only', async t => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const none = await open(t)
  t.same((await none.service.inject({ url: '/address', headers })).json(), {
    ip: '127.0.0.1',
    protocol: 'http',
  })
  const { service } = await open(t, { trustedProxies: ['127.0.0.0/8'] })
  t.same((await service.inject({ url: '/address', headers })).json(), {
    ip: '203.0.113.9',
    protocol: 'https',
  })
})

t.test('logs one line per request, without its query', async t => {
  const { service, log } = await open(t)
  const answer = await service.inject('/?code=planted')
  const [line, ...more] = log.lines()
  t.match(line, { level: 'info', msg: 'request', method: 'GET', path: '/', status: 200 })
  t.equal(line?.['requestId'], answer.headers['x-request-id'])
  t.same(more, [])
  t.notMatch(log.text(), 'planted')
})

t.test('answers invalid HTTP on the raw socket', async t => {
  const { service } = await open(t)
  await service.listen({ port: 0 })
  const { port } = service.addresses()[0] as { port: number }
  const say = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(text)
    return (await socket.setEncoding('utf8').toArray()).join('')
  }
  t.match(await say('hello\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.match(await say('GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.match(await say('GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'), /^HTTP\/1\.1 400 /)
  t.match(
    await say(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 /,
  )
  const lengths =
    'POST /nights/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'
  t.match(await say(lengths), /^HTTP\/1\.1 400 /)
  t.match(
    await say('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 200 /,
    'alive',
  )
})
