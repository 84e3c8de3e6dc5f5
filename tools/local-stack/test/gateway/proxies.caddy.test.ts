import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { askRaw, named, rawRequests, refusalOf } from './raw-requests.ts'
import { ask, ownWay, requests } from './request-table.ts'
import { shortArrival, startCaddy, startGateway, type Upstreams } from './running-proxies.ts'
import { startUpstream, type Asked } from './upstream.ts'

t.test('the gateway of npm start does what the proxy of production does', async t => {
  const upstreams: Upstreams = {
    web: await startUpstream(t, 'web'),
    'webhook-ingest': await startUpstream(t, 'webhook-ingest'),
    vault: await startUpstream(t, 'vault'),
  }
  const all = Object.values(upstreams)
  const gateway = await startGateway(t, upstreams)
  const caddy = await startCaddy(t, upstreams)
  for (const row of requests) {
    const there = await ask(caddy.port, row, all)
    const here = await ask(gateway, row, all)
    t.equal(there.status, row.status, `Caddy: ${row.what}`)
    // Of a body that is too large, a service may have seen the beginning or not.
    if (row.status === 413) for (const outcome of [here, there]) outcome.asked = []
    t.same(here, there, row.what)
    t.same(
      here.asked.map(({ name }) => name),
      row.reaches,
      row.what,
    )
  }

  // The gateway refuses these dots, and passes no body of a GET on.
  const { dots: _dots, getWithBody: _getWithBody, ...raw } = rawRequests
  for (const row of Object.values(raw)) {
    const there = await askRaw(caddy.port, row, all)
    const here = await askRaw(gateway, row, all)
    t.equal(here.status, there.status, row.what)
    const framing = 'transfer-encoding'
    if (here.status === 200)
      t.equal(here.headers.get(framing), there.headers.get(framing), row.what)
    t.same(here.asked.map(ofClient), there.asked.map(ofClient), row.what)
  }
  for (const row of named)
    t.same(await refusalOf(caddy.port, row, all), [400, []], `Caddy: ${row.what}`)

  const streams = { path: '/status?stream=1500' }
  t.match(
    await ask(caddy.port, streams, all),
    { body: 'of web to the end' },
    'Caddy: an answer may take its time',
  )
  t.match(await ask(gateway, streams, all), { body: 'of web to the end' })

  const impatient = await startGateway(t, upstreams, { arrival: shortArrival })
  const [caddyEnds, gatewayEnds] = await Promise.all([
    endsSlowBody(caddy.port),
    endsSlowBody(impatient),
  ])
  t.ok(caddyEnds, 'Caddy: a body that does not come to its end')
  t.ok(gatewayEnds, 'a body that does not come to its end')

  for (const { close } of all) await close()
  const link = 'Pl4nted-Tok_n'.repeat(4).slice(0, 43)
  const browser = { headers: { accept: 'text/html' } }
  for (const [path, status] of [
    [`/share/${link}?x=${link}`, 503],
    ['/api/webhook/calendar', 503],
    ['/s/our-nights/', 404],
  ] as const) {
    const [there, here] = await Promise.all([
      ask(caddy.port, { path, ...browser }, []),
      ask(gateway, { path, ...browser }, []),
    ])
    t.equal(there.status, status, `Caddy: nothing listens for ${path}`)
    t.same(here, there, `nothing listens for ${path}`)
  }
  t.match(caddy.log(), '/share/***')
  t.notMatch(caddy.log(), 'nted-Tok')

  // Caddy 2.6, which Debian has, cannot send a body again after it could not connect.
  const waiting = [
    ask(caddy.port, { path: '/' }, []),
    ask(gateway, { path: '/' }, []),
    ask(gateway, { path: '/', method: 'POST', body: 'x' }, []),
  ]
  setTimeout(() => void startUpstream(t, 'web', upstreams.web.port), 200)
  for (const { status } of await Promise.all(waiting)) t.equal(status, 200, 'a service that starts')
})

/** What a service learns from a client's headers. */
function ofClient({ url, bytes, headers }: Asked) {
  const names = headers.map(([name]) => name)
  return { url, bytes, names: names.filter(name => !ownWay.has(name)).toSorted() }
}

/** Whether the connection ends long before a body that comes a byte at a time does. */
async function endsSlowBody(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.resume()
  socket.write(`POST / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 60000\r\n\r\n`)
  const sending = setInterval(() => socket.writable && socket.write('a'), 50)
  const ended = new Promise<boolean>(resolve => socket.on('close', () => resolve(true)))
  const outcome = await Promise.race([ended, sleep(10_000, false, { ref: false })])
  clearInterval(sending)
  socket.destroy()
  return outcome
}
