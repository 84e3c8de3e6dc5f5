import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { checkOdd, oddRequest } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t, { type Test } from 'tap'
import { askRaw, named, rawRequests, refusalOf, sendBytes } from './raw-requests.ts'
import { startGateway, type Upstreams } from './running-proxies.ts'
import { startUpstream } from './upstream.ts'

async function start(t: Test) {
  const upstreams: Upstreams = {
    web: await startUpstream(t, 'web'),
    'webhook-ingest': await startUpstream(t, 'webhook-ingest'),
    vault: await startUpstream(t, 'vault'),
  }
  return { upstreams, all: Object.values(upstreams), port: await startGateway(t, upstreams) }
}

t.test('keeps the headers of one connection to itself', async t => {
  const { all, port } = await start(t)
  const { asked, headers } = await askRaw(port, rawRequests.hop, all)
  t.same(
    asked[0]?.headers.map(([name]) => name),
    ['host', 'x-stays', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'connection'],
  )
  t.equal(headers.get('connection'), 'close')
})

t.test('no client takes away what a service decides by', async t => {
  const { all, port } = await start(t)
  for (const row of named) {
    const { asked } = await askRaw(port, row, all)
    const [name = '', value] = (row.lines[3] ?? '').split(': ')
    const given = new Map(asked[0]?.headers)
    t.equal(given.get(name.toLowerCase()), value, row.what)
    t.equal(given.get('x-forwarded-for'), '127.0.0.1', row.what)
    t.equal(given.get('host'), `localhost:${port}`, row.what)
  }
})

t.test('keeps the headers of a service’s connection to itself', async t => {
  const { upstreams } = await start(t)
  const server = createServer((_request, answer) => {
    answer.writeHead(200, {
      connection: 'keep-alive, X-Hop',
      'x-hop': '1',
      'keep-alive': 'timeout=99',
      'proxy-authenticate': 'Basic',
      upgrade: 'h2c',
      'x-stays': '1',
    })
    answer.end('whole')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const port = await startGateway(t, { ...upstreams, web: { ...upstreams.web, url } })
  const { headers, body } = await askRaw(port, rawRequests.close)
  t.match(body, 'whole')
  t.equal(headers.get('x-stays'), '1')
  for (const name of ['x-hop', 'keep-alive', 'proxy-authenticate', 'upgrade'])
    t.notOk(headers.has(name), name)
  t.equal(headers.get('connection'), 'close')
})

t.test('ends a connection when the client wants that, and not before', async t => {
  const { port } = await start(t)
  for (const row of [rawRequests.close, rawRequests.old, rawRequests.oldKept]) {
    const { headers, body } = await askRaw(port, row)
    const isOld = row !== rawRequests.close
    t.equal(headers.get('connection'), 'close', row.what)
    t.equal(headers.get('transfer-encoding'), isOld ? undefined : 'chunked', row.what)
    if (isOld) t.equal(body, 'of web to the end', row.what)
  }
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  t.teardown(() => socket.destroy())
  for (const path of ['/one', '/two']) {
    let text = ''
    const read = (chunk: unknown) => (text += String(chunk))
    socket.on('data', read).write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
    while (!text.endsWith('0\r\n\r\n')) await once(socket, 'data')
    socket.off('data', read)
    t.match(text, /^HTTP\/1\.1 200 OK\r\n/, `${path} on one connection`)
  }
})

t.test('a client’s mistake is 400', async t => {
  const { all, port } = await start(t)
  const { noHost, oddLength, oddName, percent, dots } = rawRequests
  for (const row of [noHost, oddLength, oddName, percent, dots])
    t.same(await refusalOf(port, row, all), [400, []], row.what)
  const { oddType, wholeAddress, otherAddress, getWithBody } = rawRequests
  t.match(await askRaw(port, oddType, all), { status: 200, asked: [{ bytes: 4 }] })
  t.match(await askRaw(port, wholeAddress, all), { status: 200, asked: [{ url: '/settings?x=1' }] })
  t.same(await refusalOf(port, otherAddress, all), [308, []])
  t.match(await askRaw(port, getWithBody, all), { status: 200, asked: [{ bytes: 0 }] })
})

t.test('answers odd requests, and the next one', async t => {
  const { port } = await start(t)
  const headers = { Host: `localhost:${port}`, Connection: 'close' }
  const requests = fc.oneof(
    oddRequest({
      method: 'POST',
      path: '/api/webhook/calendar',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{"a":1}',
    }),
    oddRequest({ method: 'GET', path: '/settings?x=1', headers, body: '' }),
  )
  await checkOdd(
    t,
    requests,
    async bytes => {
      const text = await sendBytes(port, bytes, 60)
      // A request that is cut gets no answer before its time.
      if (text !== '' && !/^HTTP\/1\.1 [1-4]\d\d /.test(text)) throw new Error(text.slice(0, 300))
      const { status } = await askRaw(port, rawRequests.close)
      if (status !== 200) throw new Error(`the next one got ${status}`)
    },
    { cases: 100 },
  )
})
