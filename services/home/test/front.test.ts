import { once } from 'node:events'
import { connect } from 'node:net'
import { checkOdd, oddRequest } from '@night-routine/odd-input'
import { sendBytes } from '@night-routine/servers/raw-http'
import * as fc from 'fast-check'
import t from 'tap'
import { sharedHome } from './home-at.ts'
import { askRaw, named, rawRequests } from './proxy/raw-requests.ts'
import { ask, ways } from './proxy/request-table.ts'

/** The services by a header that each sets in its own way. */
const policies = new Map([
  ['same-origin', 'web'],
  ['no-referrer', 'vault'],
  [undefined, 'webhook-ingest'],
])

// Without a proxy in front of it, home gets what a client sends as it was sent.
t.test('home answers whatever a client sends', async t => {
  const { port } = (await sharedHome()).home

  await t.test('each path by its service, also in a whole address', async t => {
    const [, ...headers] = rawRequests.wholeAddress.lines
    for (const [path, service] of ways)
      for (const address of [path, `http://HOST${path}`]) {
        const answer = await askRaw(port, { lines: [`GET ${address} HTTP/1.1`, ...headers] })
        t.equal(policies.get(answer.headers['referrer-policy']), service, address)
      }
  })

  await t.test('a client’s mistake with 400', async t => {
    const { noHost, oddLength, oddName, percent, oddType } = rawRequests
    for (const row of [noHost, oddLength, oddName, percent, oddType])
      t.equal((await askRaw(port, row)).status, 400, row.what)
    const twice = { path: '/api/webhook/calendar', method: 'POST', body: '' }
    const headers = { 'x-goog-channel-id': ['one', 'two'] }
    t.match(await ask(port, { ...twice, headers }, []), { status: 400, body: /is doubled/ })
  })

  await t.test('a body that is too large with 413, before its end', async t => {
    const large = { path: '/api/webhook/calendar', method: 'POST', body: 'x'.repeat(70_000) }
    const headers = { 'content-type': 'application/json' }
    t.match(await ask(port, { ...large, headers }, []), { status: 413, body: /64 KiB at most/ })
  })

  await t.test('a form of another site with 403, whatever Connection names', async t => {
    for (const row of named) {
      const decides = row.lines.some(line => /^(Origin|Sec-Fetch-Site):/.test(line))
      t.equal((await askRaw(port, row)).status, decides ? 403 : 401, row.what)
    }
  })

  await t.test('as long as the client wants', async t => {
    for (const row of [rawRequests.close, rawRequests.old, rawRequests.hop]) {
      const { status, headers } = await askRaw(port, row)
      t.same([status, headers['connection']], [200, 'close'], row.what)
    }
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    t.teardown(() => socket.destroy())
    for (const path of ['/api/webhook', '/api/webhook/x']) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
      let text = ''
      while (!text.endsWith('}')) text += String((await once(socket, 'data'))[0])
      t.match(text, /^HTTP\/1\.1 404 /)
    }
  })

  await t.test('odd requests, and the next one', async t => {
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
        const text = await sendBytes(port, bytes, { timeoutMs: 60 })
        // A request that is cut gets no answer before its time.
        if (text !== '' && !/^HTTP\/1\.1 [1-4]\d\d /.test(text)) throw new Error(text.slice(0, 300))
        const { status } = await askRaw(port, rawRequests.close)
        if (status !== 200) throw new Error(`the next one got ${status}`)
      },
      { cases: 100 },
    )
  })
})
