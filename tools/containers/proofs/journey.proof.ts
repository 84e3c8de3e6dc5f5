// What the proxy of the deployment adds to a family's way: certificate, HTTP/2, headers, notifications, and a stream.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { family } from '../src/family/household.ts'
import { publicUrl } from '../src/installation/override.ts'
import { readPlan, settled } from '../src/family/plan.ts'
import { install, proof, session } from '../src/proof/proof.ts'
import { connectSecurely } from '../src/installation/secure-connection.ts'

const installation = await install({ name: 'journey' })
const { compose, httpPort } = installation
const startedAt = performance.now()
await installation.up()
const home = await family(installation)
const { visitor } = home
const control = await installation.control()

proof(
  'the proxy gets a certificate from the ACME authority, with its Caddyfile unchanged',
  async t => {
    const { session: http, ...certificate } = await waitFor('the certificate', () =>
      connectSecurely(installation).catch(() => undefined),
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    http.close()
    t.equal(certificate.names, `DNS:${new URL(publicUrl).hostname}`)
    t.ok(certificate.hoursLeft > 1, 'it is valid for a while')
    const inContainer = await compose('exec', '-T', 'caddy', 'cat', '/etc/caddy/Caddyfile')
    t.equal(inContainer, readFileSync(join(session.repository, 'infra/caddy/Caddyfile'), 'utf8'))
    return `issuer ${certificate.issuer}, ${seconds} s after docker compose up`
  },
)

proof('HTTPS speaks HTTP/2', async t => {
  const { session: http, protocol } = await connectSecurely(installation)
  const stream = http.request({ ':path': '/', ':authority': new URL(publicUrl).host })
  const [headers] = (await once(stream, 'response')) as [{ ':status'?: number }]
  stream.resume()
  await once(stream, 'end')
  http.close()
  t.equal(protocol, 'h2')
  t.equal(headers[':status'], 200)
  return `ALPN ${protocol}`
})

proof('plain HTTP is redirected to the same address under HTTPS', async t => {
  const path = '/statistics?order=oldest'
  const headers = { host: new URL(publicUrl).host }
  const request = requestPlain({ host: '127.0.0.1', port: httpPort, path, headers }).end()
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  t.equal(answer.statusCode, 308)
  t.equal(answer.headers.location, publicUrl + path)
  return `${answer.statusCode} to ${answer.headers.location}`
})

proof('security headers pass the proxy once each, on every kind of answer', async t => {
  const expected = {
    'cache-control': 'no-store',
    'content-security-policy': /^default-src 'none'; script-src 'self'[^,]*$/,
    'strict-transport-security': 'max-age=86400',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  }
  const statuses: Record<string, number> = {
    '/': 200,
    '/auth': 302,
    '/no-such-page': 404,
    '/settings': 401,
  }
  for (const [path, status] of Object.entries(statuses)) {
    const answer = await visitor.send(path)
    await answer.body?.cancel()
    t.equal(answer.status, status, path)
    t.match(Object.fromEntries(answer.headers), expected, path)
  }
  return `${Object.keys(expected).length} headers on ${Object.keys(statuses).length} answers`
})

proof(
  'an edit in the calendar arrives as a notification, is followed, and reaches open pages',
  async t => {
    await home.signIn()
    await home.selectCalendar()
    const [, , edited] = await home.events(30)
    const date = edited?.start.date ?? ''
    await waitFor('a live channel', async () =>
      (await control.channels()).some(one => !one.stopped),
    )
    await settled(installation)
    // As browsers ask for it: what is compressed must still arrive at once.
    const page = await visitor.send('/status/events', { headers: { 'accept-encoding': 'gzip' } })
    t.equal(page.status, 200)
    const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
    const nextNews = async () => {
      let chunk = await reader?.read()
      while (chunk?.value?.includes('data:') === false) chunk = await reader?.read()
      t.ok(chunk?.value, 'the stream continues')
    }
    await nextNews()

    const edit = performance.now()
    const elapsed = () => ((performance.now() - edit) / 1000).toFixed(2)
    await home.editTitle(date, '[Nina]')
    const pushed = nextNews().then(elapsed)
    await waitFor(
      'the name on the page',
      async () => (await visitor.page('/')).includes('Nina'),
      20,
    )
    const shown = elapsed()
    const heard = await pushed
    await reader?.cancel()
    await settled(installation)
    const night = (await home.events(30)).find(({ start }) => start.date === date)
    t.match(night?.summary, /^\[Nina\] 🌃👶Routine$/u, 'the title is completed in the calendar')
    t.ok((await readPlan(installation)).includes(`${date} Nina locked`))
    t.match((await control.deliveries()).at(-1), { outcome: 'delivered', status: 200 })
    return `${shown} s to the page, ${heard} s until an open page hears of it`
  },
)
