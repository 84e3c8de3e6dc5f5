import type { RawAnswer } from '@night-routine/servers/raw-http'
import t from 'tap'
import { channel, headersOf, token } from '../../channels.ts'
import { notificationService } from './notification-service.ts'

const family = channel()
const work = channel({ resourceId: 'resource-of-work' })
const fails = () => Promise.reject(new Error('terminating connection'))

/** An answer without what differs from request to request. */
function withoutRequestId({ status, headers, body }: RawAnswer) {
  const own = new Set(['date', 'x-request-id'])
  return { status, headers: Object.entries(headers).filter(([name]) => !own.has(name)), body }
}

t.test('refuses a header that is sent twice, and names it', async t => {
  const { send, did } = await notificationService(t, [family])
  const { status, body } = await send({ ...headersOf(family), 'X-Provider-Resource-ID': 'other' })
  t.equal(status, 400)
  t.same(JSON.parse(body), { error: 'The header resource-id is doubled.', field: 'resource-id' })
  t.same(did(), [], 'no channel was read')
})

t.test('takes a header of 8 kB, and refuses 16 kB', async t => {
  const { send } = await notificationService(t, [family])
  const long = { 'X-Goog-Resource-URI': 'x'.repeat(8_192) }
  t.equal((await send(headersOf(family, long))).status, 200)
  t.equal((await send({ ...headersOf(family), 'X-Other': 'x'.repeat(16_384) })).status, 431)
})

t.test('all forged notifications get the same response and cause no work', async t => {
  const stopped = channel({ state: 'stopped' })
  const ended = channel({ expiration: Temporal.Instant.from('2026-11-20T17:59:59Z') })
  const { send, did, lines } = await notificationService(t, [family, work, stopped, ended])
  const forged: Record<string, Record<string, string>> = {
    'unknown channel': headersOf({ channelId: 'unknown', resourceId: 'resource-of-family' }),
    'channel with odd letters': headersOf({ channelId: "é'; --%00", resourceId: null }),
    'wrong token': headersOf(family, { 'X-Goog-Channel-Token': 'wrong' }),
    'token with odd letters': headersOf(family, { 'X-Goog-Channel-Token': 'tökén' }),
    'wrong resource': headersOf(family, { 'X-Goog-Resource-ID': 'other' }),
    'swapped resource': headersOf(family, { 'X-Goog-Resource-ID': 'resource-of-work' }),
    'stopped channel': headersOf(stopped),
    'channel past its end': headersOf(ended),
  }
  const answers = []
  for (const [name, headers] of Object.entries(forged)) {
    answers.push(withoutRequestId(await send(headers)))
    t.same(did(), ['read 1'], name)
  }
  t.equal(
    new Set(answers.map(answer => JSON.stringify(answer))).size,
    1,
    'the response does not reveal the reason',
  )
  t.match(answers[0], { status: 403, body: /^\{"error":"This notification/ })

  const refusals = lines.filter(line => line.includes('notification refused'))
  t.equal(refusals.length, answers.length, 'each is in the log')
  t.notMatch(lines.join(''), token, 'and no token is')
})

t.test('answers 503 when the request cannot be stored', async t => {
  const pending = channel({ state: 'pending', resourceId: null, expiration: null })
  const sync = { 'X-Goog-Resource-State': 'sync' }
  for (const [name, options, headers] of [
    ['the read', { findChannels: fails }, headersOf(family)],
    ['the read, forged', { findChannels: fails }, headersOf(family, { 'X-Goog-Resource-ID': 'x' })],
    ['the job request', { requestPull: fails }, headersOf(family)],
    ['the resource', { learnResource: fails }, headersOf(pending, sync)],
  ] as const) {
    const { send, lines } = await notificationService(t, [family, pending], options)
    const { status, headers: answered, body } = await send(headers)
    t.match([status, answered], [503, { 'retry-after': '5' }], name)
    t.notMatch(body, 'terminating connection')
    t.match(lines.join(''), 'terminating connection', 'the cause is in the log')
  }
})
