import t from 'tap'
import { emulatorFor, providerAt } from '../emulator.ts'
import { until } from '../until.ts'
import { receiver, watch } from './receiver.ts'

t.test('the first message is sync, and arrives before the answer to watch', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  const { address, messages } = await receiver(t, 204)
  const { body, status } = await watch(provider, { id: 'channel-1', token: 'secret', address })
  t.equal(status, 200)
  t.equal(messages.length, 1)
  t.match(body, {
    id: 'channel-1',
    resourceUri: `${emulator.origin}/calendar/v3/calendars/family/events?alt=json`,
    resourceId: /^[\w-]{27}$/,
    token: 'secret',
    expiration: /^\d{13}$/,
  })
})

t.test('the sync message can be set to follow the response', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  const { address, numbers } = await receiver(t, 204)
  await emulator.control.notifications({ syncMessage: 'after' })
  await watch(provider, { address })
  await until(() => numbers()[0])
  t.same(numbers(), [1])
})

t.test('every header of a message, to the letter, and no body', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  const { address, messages } = await receiver(t, 204)
  await emulator.control.setClock('2026-11-20T12:00:00Z')
  const { body } = await watch(provider, { id: 'channel-1', token: 'secret', address })
  const [message] = messages
  t.equal(message?.method, 'POST')
  t.equal(message?.url, '/calendar/notifications')
  t.equal(message?.body, '')
  const raw = message?.raw ?? []
  const pairs = Array.from({ length: raw.length / 2 }, (_, at) => raw.slice(2 * at, 2 * at + 2))
  t.match(
    pairs.find(([name]) => name === 'X-Goog-Channel-Expiration')?.[1],
    /^Fri, 27 Nov 2026 12:00:0\d GMT$/,
  )
  t.same(
    pairs.filter(([name]) => name !== 'X-Goog-Channel-Expiration'),
    [
      ['Accept', '*/*'],
      ['Accept-Encoding', 'gzip, deflate, br'],
      ['Content-Length', '0'],
      ['Content-Type', 'application/json; utf-8'],
      ['User-Agent', 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)'],
      ['X-Goog-Channel-ID', 'channel-1'],
      ['X-Goog-Message-Number', '1'],
      ['X-Goog-Resource-ID', body.resourceId],
      ['X-Goog-Resource-State', 'sync'],
      ['X-Goog-Resource-URI', body.resourceUri],
      ['X-Goog-Channel-Token', 'secret'],
      ['Host', new URL(address).host],
      ['Connection', 'close'],
    ],
  )
})

t.test('a channel without a token sends none', async t => {
  const emulator = await emulatorFor(t)
  const { address, messages } = await receiver(t, 204)
  await watch(await providerAt(emulator), { address })
  t.notOk(messages[0]?.raw.includes('X-Goog-Channel-Token'))
})
