import t from 'tap'
import type { Test } from 'tap'
import type { EmulatorOptions } from '@night-routine/google-emulator'
import { ask, eventsOf } from '../calendar-api.ts'
import { emulatorFor, providerAt } from '../emulator.ts'
import { until } from '../until.ts'
import { receiver, watch } from './receiver.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const id = 'night0001'

/** An emulator, one event in it, and a channel that has been greeted. */
async function watched(
  t: Test,
  { statuses = [204], ...options }: EmulatorOptions & { statuses?: number[] } = {},
) {
  const emulator = await emulatorFor(t, options)
  const provider = await providerAt(emulator)
  const events = eventsOf(provider)
  await events.insert({ id, summary: 'Alex', ...night })
  const receiving = await receiver(t, 204, ...statuses)
  const { body: channel } = await watch(provider, { address: receiving.address })
  const settled = (count: number) =>
    until(async () => {
      const deliveries = await emulator.control.deliveries()
      const over = deliveries.filter(({ outcome }) => /delivered|lost|dropped/.test(outcome))
      return over.length >= count ? deliveries : undefined
    })
  return { control: emulator.control, provider, events, channel, settled, ...receiving }
}

t.test('notifies each change once, with numbers that grow with gaps', async t => {
  const { control, events, messages, numbers, settled } = await watched(t)
  await events.patch(id, { summary: 'Robin' })
  await events.remove(id)
  await control.createEvent('family', { ...night, summary: 'Edited' })
  await settled(4)
  t.same(
    messages.map(({ headers }) => headers['x-goog-resource-state']),
    ['sync', 'exists', 'exists', 'exists'],
  )
  const sorted = numbers().toSorted((one, two) => one - two)
  t.equal(new Set(sorted).size, 4)
  t.ok((sorted.at(-1) ?? 0) > 4, 'not one after the other')
})

t.test('a PATCH that changes nothing neither moves the etag nor tells', async t => {
  const { control, events, messages, settled } = await watched(t)
  const before = (await events.get(id)).body
  const { body } = await events.patch(id, { summary: 'Alex', extendedProperties: undefined })
  t.equal(body.etag, before.etag)
  t.equal(body.updated, before.updated)
  t.same((await events.put(id, { ...night, summary: 'Alex' })).body.etag, before.etag)
  await control.editEvent('family', id, { summary: 'Robin' })
  await settled(2)
  t.equal(messages.length, 2, 'sync, and the one change')
})

t.test('reminders are the reader’s own: the etag moves, `updated` does not', async t => {
  const { control, events } = await watched(t)
  const before = (await events.get(id)).body
  await control.advanceClock({ minutes: 1 })
  const { body } = await events.patch(id, { reminders: { useDefault: false } })
  t.not(body.etag, before.etag)
  t.equal(body.updated, before.updated)
})

t.test('500, 502, 503 and 504 are tried again, later each time, and then delivered', async t => {
  const { events, messages, numbers, settled } = await watched(t, {
    statuses: [500, 502, 503, 504, 200],
    retryBaseMilliseconds: 4,
  })
  await events.patch(id, { summary: 'Robin' })
  const deliveries = await settled(2)
  t.match(deliveries[1], { attempts: 5, status: 200, outcome: 'delivered' })
  t.equal(messages.length, 6)
  t.equal(new Set(numbers().slice(1)).size, 1, 'the same number each time')
})

t.test('retrying ends in giving up', async t => {
  const { events, settled } = await watched(t, { statuses: [503], retryBaseMilliseconds: 1 })
  await events.patch(id, { summary: 'Robin' })
  t.match((await settled(2))[1], { attempts: 8, status: 503, outcome: 'lost' })
})

t.test('any other answer loses the message at once', async t => {
  for (const status of [301, 400, 401, 404, 410, 429, 501]) {
    const { events, settled } = await watched(t, { statuses: [status], retryBaseMilliseconds: 1 })
    await events.patch(id, { summary: 'Robin' })
    t.match((await settled(2))[1], { attempts: 1, status, outcome: 'lost' })
  }
})

t.test('102, 200, 201, 202 and 204 are received', async t => {
  for (const status of [102, 200, 201, 202, 204]) {
    const { events, settled } = await watched(t, { statuses: [status] })
    await events.patch(id, { summary: 'Robin' })
    t.match((await settled(2))[1], { attempts: 1, status, outcome: 'delivered' })
  }
})

t.test('dropped messages never come', async t => {
  const { control, events, messages, settled } = await watched(t)
  await control.notifications({ mode: 'drop' })
  await events.patch(id, { summary: 'Robin' })
  t.match((await settled(2))[1], { attempts: 0, outcome: 'dropped' })
  await control.notifications({ mode: 'deliver' })
  await events.patch(id, { summary: 'Alex' })
  await settled(3)
  t.equal(messages.length, 2)
})

t.test('held messages come when released, in order or reversed', async t => {
  for (const mode of ['release', 'release-reversed'] as const) {
    const { control, events, messages, numbers, settled } = await watched(t)
    await control.notifications({ mode: 'hold' })
    await events.patch(id, { summary: 'Robin' })
    await events.patch(id, { summary: 'Alex' })
    await events.patch(id, { summary: 'Robin' })
    t.equal((await control.deliveries()).filter(({ outcome }) => outcome === 'held').length, 3)
    t.equal(messages.length, 1)
    await control.notifications({ mode })
    await settled(4)
    const released = numbers().slice(1)
    const sorted = released.toSorted((one, two) => one - two)
    t.same(released, mode === 'release' ? sorted : sorted.toReversed())
  }
})

t.test('a duplicated message comes twice under one number', async t => {
  const { control, events, numbers, settled } = await watched(t)
  await control.notifications({ mode: 'duplicate' })
  await events.patch(id, { summary: 'Robin' })
  await settled(3)
  t.equal(numbers()[1], numbers()[2])
})

t.test('a stopped channel is silent; only who opened it can stop it, once', async t => {
  const { channel, control, events, messages, provider } = await watched(t)
  const stop = (by: typeof provider, body: object) =>
    ask(by, '/channels/stop', { method: 'POST', body })
  const { id: channelId, resourceId } = channel
  t.equal((await stop(provider, { id: channelId, resourceId: 'other' })).status, 404)
  t.equal((await stop({ ...provider, accessToken: 'invalid' }, channel)).status, 401)
  t.equal((await stop(provider, { id: channelId, resourceId })).status, 204)
  t.equal((await stop(provider, { id: channelId, resourceId })).status, 404)
  await events.patch(id, { summary: 'Robin' })
  t.equal((await control.deliveries()).length, 1, 'the sync message only')
  t.equal(messages.length, 1)
  t.match(await control.channels(), [{ id: channelId, stopped: true }])
})

t.test('an expired channel is silent, by control or by the clock', async t => {
  const { control, events, provider, address } = await watched(t)
  await control.expireChannel()
  await events.patch(id, { summary: 'Robin' })
  t.equal((await control.deliveries()).length, 1)
  await watch(provider, { address, params: { ttl: '60' } })
  await control.advanceClock({ seconds: 61 })
  await events.patch(id, { summary: 'Alex' })
  t.equal((await control.deliveries()).length, 2)
})
