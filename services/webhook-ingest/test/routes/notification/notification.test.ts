import t from 'tap'
import { channel, headersOf, token } from '../../channels.ts'
import { rawRequest, type RawAnswer } from '../../raw-request.ts'
import { notificationService } from './notification-service.ts'

const family = channel()
const work = channel({ resourceId: 'resource-of-work' })
const names = [
  'Channel-ID',
  'Channel-Token',
  'Resource-ID',
  'Resource-State',
  'Resource-URI',
  'Message-Number',
]

const fails = () => Promise.reject(new Error('terminating connection'))

/** An answer without what differs from request to request. */
function withoutRequestId({ status, headers, body }: RawAnswer) {
  const own = new Set(['date', 'x-request-id'])
  return { status, headers: Object.entries(headers).filter(([name]) => !own.has(name)), body }
}

t.test('refuses a missing, empty or repeated header, and names it', async t => {
  const { port, send, did } = await notificationService(t, [family])
  const sent = headersOf(family)
  const entries = Object.entries(sent)
  const name = 'X-Goog-Resource-ID'
  for (const [fault, headers] of [
    ['missing', entries.filter(([header]) => header !== name)],
    ['empty', Object.entries({ ...sent, [name]: ' \t ' })],
    ['doubled', [...entries, ['X-Provider-Resource-ID', 'other'] as const]],
  ] as const) {
    const { status, body } = await rawRequest(port, { headers })
    t.equal(status, 400, fault)
    t.same(JSON.parse(body), { error: `The header resource-id is ${fault}.`, field: 'resource-id' })
  }
  t.same(did(), [], 'no channel was read')
  t.equal((await send(sent)).status, 200)
})

t.test('takes a header of 8 kB, and refuses 16 kB', async t => {
  const { send } = await notificationService(t, [family])
  const statuses = { 'Channel-ID': 403, 'Channel-Token': 403, 'Resource-ID': 403 }
  for (const name of names) {
    const { status } = await send(headersOf(family, { [`X-Goog-${name}`]: 'x'.repeat(8_192) }))
    t.equal(status, statuses[name as keyof typeof statuses] ?? 200, name)
  }
  const { status } = await send({ ...headersOf(family), 'X-Other': 'x'.repeat(16_384) })
  t.equal(status, 431)
})

t.test('all forged notifications get the same response and cause no work', async t => {
  const stopped = channel({ state: 'stopped' })
  const ended = channel({ expiration: Temporal.Instant.from('2026-11-20T17:59:59Z') })
  const { send, did, lines } = await notificationService(t, [family, work, stopped, ended])
  const forged: Record<string, Record<string, string>> = {
    'unknown channel': headersOf({ channelId: 'unknown', resourceId: 'resource-of-family' }),
    'channel with odd letters': headersOf({ channelId: "é'; --%00", resourceId: null }),
    'wrong token': headersOf(family, { 'X-Goog-Channel-Token': 'wrong' }),
    'beginning of the token': headersOf(family, { 'X-Goog-Channel-Token': token.slice(0, 8) }),
    'more than the token': headersOf(family, { 'X-Goog-Channel-Token': `${token}${token}` }),
    'token with odd letters': headersOf(family, { 'X-Goog-Channel-Token': 'tökén' }),
    'wrong resource': headersOf(family, { 'X-Goog-Resource-ID': 'other' }),
    'swapped resource': headersOf(family, { 'X-Goog-Resource-ID': 'resource-of-work' }),
    'stopped channel': headersOf(stopped),
    'channel past its end': headersOf(ended),
    'forged sync': headersOf(family, {
      'X-Goog-Resource-State': 'sync',
      'X-Goog-Channel-Token': 'wrong',
    }),
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

t.test(
  'a change requests a pull, a sync stores the resource, and an unknown state does nothing',
  async t => {
    const pending = channel({ state: 'pending', resourceId: null, expiration: null })
    const retired = channel({ state: 'retired' })
    const { send, did, lines } = await notificationService(t, [family, pending, retired])
    const cases: [string, typeof family, string[]][] = [
      ['exists', family, ['read 1', 'pull']],
      ['not_exists', family, ['read 1', 'pull']],
      ['exists', retired, ['read 1', 'pull']],
      ['exists', pending, ['read 1', 'pull']],
      ['sync', family, ['read 1']],
      ['sync', retired, ['read 1']],
      ['sync', pending, ['read 1', 'learn resource-of-family']],
      ['foo', family, ['read 1']],
      ['EXISTS', family, ['read 1']],
    ]
    for (const [state, of, done] of cases) {
      const { status, body } = await send(headersOf(of, { 'X-Goog-Resource-State': state }))
      t.same([status, body], [200, ''], `${state}, ${of.state}`)
      t.same(did(), done, `${state}, ${of.state}`)
    }
    t.equal(lines.filter(line => line.includes('unknown notification state')).length, 2)
  },
)

t.test('ignores the message number', async t => {
  const { send, did, lines } = await notificationService(t, [family])
  for (const number of ['12', '11', '11', '1', '0', '-1', '1e99', 'ten', '9'.repeat(100)]) {
    const { status } = await send(headersOf(family, { 'X-Goog-Message-Number': number }))
    t.equal(status, 200, number)
    t.same(did(), ['read 1', 'pull'], number)
    t.match(lines.join(''), `"messageNumber":"${number.slice(0, 64)}"`)
  }
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
