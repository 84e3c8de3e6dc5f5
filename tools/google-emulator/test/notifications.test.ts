import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { ask, eventsOf, reasonOf, type ProviderUnderTest } from './calendar-api.ts'
import { emulatorFor, providerAt } from './emulator.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const id = 'night0001'

/** A new channel of the family calendar, with the test's own fields. */
function watch(provider: ProviderUnderTest, body: Record<string, unknown>) {
  return ask(provider, `/calendars/${provider.calendarId}/events/watch`, {
    method: 'POST',
    body: { id: randomUUID(), type: 'web_hook', ...body },
  })
}

/** A receiver that answers with these statuses in turn, an event, and a channel that was greeted. */
async function watched(t: Test, ...statuses: number[]) {
  const emulator = await emulatorFor(t, { retryBaseMilliseconds: 1 })
  const provider = await providerAt(emulator)
  const events = eventsOf(provider)
  await events.insert({ id, summary: 'Alex', ...night })
  const messages: { raw: string[]; number: number; body: string }[] = []
  const server = createServer((request, response) => {
    const { rawHeaders: raw, headers } = request
    const answer = messages.length === 0 ? 204 : (statuses.shift() ?? 204)
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      messages.push({ raw, number: Number(headers['x-goog-message-number']), body })
      if (answer === 102) response.writeProcessing()
      else response.writeHead(answer).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/calendar/notifications`
  const greeted = await watch(provider, { id: 'channel-1', token: 'secret', address })
  t.equal(messages.length, 1, 'the first message comes before the answer')
  const settled = (count: number) =>
    waitFor('the deliveries', async () => {
      const deliveries = await emulator.control.deliveries()
      const over = deliveries.filter(({ outcome }) => /delivered|lost/.test(outcome))
      return over.length >= count && deliveries
    })
  return {
    control: emulator.control,
    provider,
    events,
    channel: greeted.body,
    messages,
    settled,
    address,
  }
}

t.test('every header of a message, to the letter, and no body', async t => {
  const { channel, messages, address } = await watched(t)
  const { raw = [], body } = messages[0] ?? {}
  t.equal(body, '')
  const pairs = Array.from({ length: raw.length / 2 }, (_, at) => raw.slice(2 * at, 2 * at + 2))
  const expiration = new Date(Number(channel.expiration)).toUTCString()
  t.same(pairs, [
    ['Accept', '*/*'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Content-Length', '0'],
    ['Content-Type', 'application/json; utf-8'],
    ['User-Agent', 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)'],
    ['X-Goog-Channel-Expiration', expiration],
    ['X-Goog-Channel-ID', 'channel-1'],
    ['X-Goog-Message-Number', '1'],
    ['X-Goog-Resource-ID', channel.resourceId],
    ['X-Goog-Resource-State', 'sync'],
    ['X-Goog-Resource-URI', channel.resourceUri],
    ['X-Goog-Channel-Token', 'secret'],
    ['Host', new URL(address).host],
    ['Connection', 'close'],
  ])
})

t.test('notifies each change once, and not what changes nothing', async t => {
  const { control, events, messages, settled } = await watched(t)
  const { etag, updated } = (await events.get(id)).body
  t.match((await events.patch(id, { summary: 'Alex' })).body, { etag, updated })
  t.match((await events.put(id, { ...night, summary: 'Alex' })).body, { etag, updated })
  await events.patch(id, { summary: 'Robin' })
  await events.remove(id)
  await control.createEvent('family', { ...night, summary: 'Edited' })
  await settled(4)
  const numbers = messages.map(({ number }) => number).toSorted((one, two) => one - two)
  t.equal(new Set(numbers).size, 4)
  t.ok((numbers.at(-1) ?? 0) > 4, 'with gaps')
})

t.test('which answers are received, tried again, or lost', async t => {
  const table: [statuses: number[], attempts: number, outcome: string][] = [
    [[102], 1, 'delivered'],
    [[201], 1, 'delivered'],
    [[500, 502, 503, 504, 200], 5, 'delivered'],
    [Array(8).fill(503), 8, 'lost'],
    [[301], 1, 'lost'],
    [[410], 1, 'lost'],
    [[429], 1, 'lost'],
  ]
  for (const [statuses, attempts, outcome] of table) {
    const { events, messages, settled } = await watched(t, ...statuses)
    await events.patch(id, { summary: 'Robin' })
    t.match((await settled(2))[1], { attempts, outcome }, statuses.join())
    t.equal(new Set(messages.slice(1).map(({ number }) => number)).size, 1, 'the same number')
  }
})

t.test('a stopped channel is silent; only who opened it can stop it, once', async t => {
  const { channel, control, events, provider } = await watched(t)
  const stop = async (body: object) =>
    (await ask(provider, '/channels/stop', { method: 'POST', body })).status
  const { id: channelId, resourceId } = channel
  t.equal(await stop({ id: channelId, resourceId: 'other' }), 404)
  t.equal(await stop({ id: channelId, resourceId }), 204)
  t.equal(await stop({ id: channelId, resourceId }), 404)
  await events.patch(id, { summary: 'Robin' })
  t.equal((await control.deliveries()).length, 1, 'the sync message only')
})

t.test('what a channel may not be, and how long it lives', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  await emulator.control.notifications({ mode: 'drop' })
  const address = 'https://example.com/hook'
  const table: [string, Record<string, unknown>, string][] = [
    ['no id', { id: undefined }, 'required'],
    ['an id too long', { id: 'x'.repeat(65) }, 'invalid'],
    ['another type', { type: 'webhook' }, 'invalid'],
    ['a token too long', { token: 'x'.repeat(257) }, 'invalid'],
    ['no address', { address: undefined }, 'required'],
    ['plain http', { address: 'http://example.com/hook' }, 'push.webhookUrlNotHttps'],
    ['an end that is past', { expiration: '1000' }, 'invalid'],
  ]
  for (const [says, body, reason] of table) {
    const answer = await watch(provider, { address, ...body })
    t.same([answer.status, reasonOf(answer)], [400, reason], says)
  }
  const hours = async (body: object) => {
    const { body: channel } = await watch(provider, { address, ...body })
    return Math.round((Number(channel.expiration) - Date.now()) / 3_600_000)
  }
  t.equal(await hours({}), 7 * 24)
  t.equal(await hours({ params: { ttl: '7200' } }), 2)
  t.equal(await hours({ params: { ttl: '2592000' } }), 7 * 24, 'at most')
  await watch(provider, { id: 'one', address })
  await emulator.control.expireChannel('one')
  t.equal(reasonOf(await watch(provider, { id: 'one', address })), 'channelIdNotUnique')
})
