import { publicAgent } from '@night-routine/service'
import { startInbox } from '@night-routine/servers/receivers'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createNtfySender } from '../../src/channels/ntfy/ntfy.ts'
import { createWebhookSender } from '../../src/channels/webhook/webhook.ts'
import { changes, networks, now } from './messages.ts'
import { certificate } from './push/push-service.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** The channels whose servers people name, and what fills them in. */
const channels = [
  ['ntfy', createNtfySender, (server: string) => ({ server, topic: 'a' })],
  ['webhook', createWebhookSender, (url: string) => ({ url, secret })],
] as const

const retryAfter = (code: string, afterSeconds: number | null = null) => ({
  kind: 'retry',
  code,
  afterSeconds,
})

for (const [name, create, valuesFor] of channels) {
  type Options = Partial<Parameters<typeof create>[0]>
  const sendTo = (url: string, options: Options = {}) =>
    create({ networks, now, ...options })(changes, { email: '', values: valuesFor(url) })

  t.test(`${name} connects to private addresses only in allowed networks`, async t => {
    const { url, received } = await startInbox(t)
    const { port } = new URL(url)
    const refused = { kind: 'give-up', code: `${name}-private-address` }
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '10.0.0.1',
      '169.254.169.254',
      '0.0.0.0',
    ])
      for (const scheme of ['http', 'https'])
        t.same(await sendTo(`${scheme}://${host}:${port}`, { networks: [] }), refused, host)
    const others = { networks: ['192.168.0.0/16'] }
    t.same(await sendTo(url, others), refused, 'another network is allowed')
    t.same(received, [])
    await sendTo(`http://localhost:${port}`)
    t.equal(received.length, 1, 'the name resolves into an allowed network')
  })

  t.test(
    `${name} tells what passes from what a person has to look at, and follows nothing`,
    async t => {
      let status = 0
      const elsewhere = await startInbox(t)
      const { url, received } = await startInbox(t, response => {
        const headers = status === 429 ? { 'retry-after': '90' } : { location: elsewhere.url }
        response.writeHead(status, headers).end()
      })
      for (status of [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 413])
        t.same(await sendTo(url), { kind: 'give-up', code: `${name}-${status}` })
      t.equal(received.length, 11)
      t.same(elsewhere.received, [])
      for (status of [408, 500, 502, 503, 507])
        t.same(await sendTo(url), retryAfter(`${name}-${status}`))
      status = 429
      t.same(await sendTo(url), retryAfter(`${name}-429`, 90))
      t.same(await sendTo('http://127.0.0.1:1'), retryAfter(`${name}-unreachable`))
      for (const answer of [() => {}, (it: ServerResponse) => it.socket?.write('HTTP/1.1 2')]) {
        const silent = await startInbox(t, response => void answer(response))
        t.same(await sendTo(silent.url, { timeoutMs: 300 }), retryAfter(`${name}-timeout`))
      }
    },
  )

  t.test(`${name} reads no more than it needs of an endless answer`, async t => {
    const { url } = await startInbox(t, response => {
      response.writeHead(404)
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    t.same(await sendTo(url), { kind: 'give-up', code: `${name}-404` })
    const drip = await startInbox(t, response => {
      response.writeHead(403)
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
    })
    const outcome = await sendTo(drip.url, { timeoutMs: 500 })
    t.same(outcome, { kind: 'give-up', code: `${name}-403` }, 'its status came in time')
  })

  t.test(`${name} trusts certificates as the system does`, async t => {
    const { cert, key } = await certificate()
    let requests = 0
    const server = createServer({ cert, key }, (_request, response) => {
      requests += 1
      response.writeHead(410).end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    t.teardown(() => server.close())
    const url = `https://localhost:${(server.address() as AddressInfo).port}`
    t.match(await sendTo(url), { kind: 'retry', code: `${name}-tls` })
    t.equal(requests, 0, 'nothing was sent')
    const agent = publicAgent({ ca: cert, allowIPAddressList: networks })
    t.same(await sendTo(url, { agent }), { kind: 'gone', code: `${name}-410` })
  })
}
