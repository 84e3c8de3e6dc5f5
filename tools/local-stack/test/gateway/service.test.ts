import t from 'tap'
import { ask, requests } from './request-table.ts'
import { startGateway, type Upstreams } from './running-proxies.ts'
import { startUpstream } from './upstream.ts'

// What Caddy does with the same requests is in proxies.caddy.test.ts, which not every machine can run.
t.test('requests reach the right service as they were sent, and once', async t => {
  const upstreams: Upstreams = {
    web: await startUpstream(t, 'web'),
    'webhook-ingest': await startUpstream(t, 'webhook-ingest'),
    vault: await startUpstream(t, 'vault'),
  }
  const all = Object.values(upstreams)
  const port = await startGateway(t, upstreams)
  for (const row of requests) {
    const { status, asked } = await ask(port, row, all)
    t.equal(status, row.status, row.what)
    if (status === 413) continue
    t.same(
      asked.map(({ name, url }) => ({ name, url })),
      row.reaches.map(name => ({ name, url: row.path })),
      row.what,
    )
  }

  const headers = { 'x-goog-channel-id': ['one', 'two'], 'x-forwarded-for': '203.0.113.9' }
  const { asked } = await ask(port, { path: '/api/webhook/calendar', headers }, all)
  const sent = asked[0]?.headers.filter(([name]) => name.startsWith('x-'))
  t.same(sent, [
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost:PORT'],
    ['x-forwarded-proto', 'http'],
    ['x-goog-channel-id', 'one'],
    ['x-goog-channel-id', 'two'],
  ])
  const elsewhere = await ask(port, { path: '/x?y=1', headers: { host: `127.0.0.1:${port}` } }, all)
  t.match(elsewhere, { status: 308, headers: { location: 'http://localhost:PORT/x?y=1' } })

  for (const { close } of all) await close()
  const browser = { headers: { accept: 'text/html' } }
  t.match(await ask(port, { path: '/', ...browser }, []), {
    status: 503,
    headers: { 'retry-after': '10', 'content-type': 'text/plain; charset=utf-8' },
    body: 'Night Routine is starting. Try again in a moment.',
  })
  t.match(await ask(port, { path: '/s/our-nights/', ...browser }, []), {
    status: 404,
    body: 'Nothing is published here.',
  })
  const waiting = ask(port, { path: '/', method: 'POST', body: 'x' }, [])
  setTimeout(() => void startUpstream(t, 'web', upstreams.web.port), 200)
  t.match(await waiting, { status: 200 }, 'a request waits for a service that starts')
})
