import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, systemClock } from '@night-routine/service'
import t from 'tap'
import type { Test } from 'tap'
import { buildService } from '../../src/gateway/service.ts'

/** A server that answers with its name and what it was asked. */
async function upstream(t: Test, name: string) {
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    asked.resume()
    answer.end(JSON.stringify({ name, method, url, headers }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function gateway(t: Test) {
  const config = {
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent' as const,
    TRUSTED_PROXIES: [],
    WEB_URL: await upstream(t, 'web'),
    WEBHOOK_INGEST_URL: await upstream(t, 'webhook-ingest'),
    VAULT_URL: await upstream(t, 'vault'),
  }
  const logger = createLogger({ name: 'gateway', level: 'silent' })
  const service = await buildService({ config, logger, clock: systemClock })
  t.teardown(() => service.close())
  return service.listen({ port: 0, host: '127.0.0.1' })
}

t.test('notifications go to webhook-ingest, sites to vault, everything else to web', async t => {
  const address = await gateway(t)
  for (const [path, name] of [
    ['/api/webhook/calendar', 'webhook-ingest'],
    ['/api/webhook/calendar?x=1', 'webhook-ingest'],
    ['/api/webhook/other', 'webhook-ingest'],
    ['/s/our-nights/', 'vault'],
    ['/s/our-nights/2026-11?x=1', 'vault'],
    ['/-/theme.0123456789ab.css', 'vault'],
    ['/', 'web'],
    ['/settings', 'web'],
    ['/site.css', 'web'],
    ['/?month=2026-11', 'web'],
    ['/api/assignment-details?assignment_id=1', 'web'],
    ['/api/webhooks', 'web'],
  ] as const) {
    const answer = await fetch(address + path)
    t.match(await answer.json(), { name, url: path }, path)
  }
})

t.test('a notification arrives as it was sent', async t => {
  const address = await gateway(t)
  const sent = {
    host: 'routine.example.org',
    'content-type': 'application/json; utf-8',
    'content-length': '0',
    'x-goog-channel-id': '4ba78bf0-6a47-11e2-bcfd-0800200c9a66',
    'x-goog-resource-state': 'exists',
  }
  const asking = request(`${address}/api/webhook/calendar`, { method: 'POST', headers: sent })
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray()).toString()
  t.equal(answer.statusCode, 200, body)
  t.match(JSON.parse(body), { name: 'webhook-ingest', method: 'POST', headers: sent })
})
