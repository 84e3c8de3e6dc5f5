import t from 'tap'
import { reasonOf } from '../calendar-api.ts'
import { emulatorFor, providerAt } from '../emulator.ts'
import { receiver, watch } from './receiver.ts'

const address = 'https://example.com/hook'

t.test('what a channel may not be', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  await emulator.control.notifications({ mode: 'drop' })
  const table: [string, Record<string, unknown>, string][] = [
    ['no id', { id: undefined }, 'required'],
    ['an id too long', { id: 'x'.repeat(65) }, 'invalid'],
    ['an id with a space', { id: 'a b' }, 'invalid'],
    ['another type', { type: 'webhook' }, 'invalid'],
    ['a token too long', { token: 'x'.repeat(257) }, 'invalid'],
    ['no address', { address: undefined }, 'required'],
    ['plain http', { address: 'http://example.com/hook' }, 'push.webhookUrlNotHttps'],
    ['no address at all', { address: 'hook' }, 'push.webhookUrlNotHttps'],
    ['an end that is past', { expiration: '1000' }, 'invalid'],
    ['an end that is no number', { expiration: 'tomorrow' }, 'invalid'],
    ['no time to live', { params: { ttl: '0' } }, 'invalid'],
  ]
  for (const [says, body, reason] of table) {
    const answer = await watch(provider, { address, ...body })
    t.equal(answer.status, 400, says)
    t.equal(reasonOf(answer), reason, says)
  }
  t.same(await emulator.control.channels(), [])
})

t.test('an id is used once, for ever', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  const receiving = await receiver(t, 204)
  t.equal((await watch(provider, { id: 'one', address: receiving.address })).status, 200)
  await emulator.control.expireChannel('one')
  const again = await watch(provider, { id: 'one', address: receiving.address })
  t.equal(again.status, 400)
  t.equal(reasonOf(again), 'channelIdNotUnique')
})

t.test('the end is what was asked for, and seven days at most', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  await emulator.control.notifications({ mode: 'drop' })
  const seconds = async (body: object) => {
    const { body: channel } = await watch(provider, { address, ...body })
    return Math.round((Number(channel.expiration) - Date.now()) / 60_000) * 60
  }
  t.equal(await seconds({}), 604_800)
  t.equal(await seconds({ params: { ttl: '3600' } }), 3600)
  t.equal(await seconds({ params: { ttl: '2592000' } }), 604_800)
  t.equal(await seconds({ expiration: (Date.now() + 7_200_000).toString() }), 7200)
})
