import t, { type Test } from 'tap'
import { createLogger, createService, health, type HealthOptions } from '../src/index.ts'
import { collectLines } from './log-lines.ts'

const ok = async () => undefined
const low = async () => 'low'
const away = async () => {
  throw new Error('postgres at 10.0.0.7 refused')
}

async function open(
  t: Test,
  options: HealthOptions,
  more: Partial<Parameters<typeof createService>[0]> = {},
) {
  const log = collectLines()
  const service = createService({
    logger: createLogger({ name: 'x', destination: log.destination }),
    ...more,
  })
  await service.register(health, options)
  t.teardown(() => service.close())
  return { service, ask: (url: string) => service.inject({ url }), log }
}

t.test('healthz is 200 whatever is down', async t => {
  const { ask } = await open(t, { required: { postgresql: away } })
  const answer = await ask('/healthz')
  t.equal(answer.statusCode, 200)
  t.same(answer.json(), { status: 'alive' })
  t.equal(answer.headers['cache-control'], 'no-store')
})

t.test('readyz is 200 when everything required is up', async t => {
  const { ask } = await open(t, { required: { postgresql: ok }, reported: { queue: away } })
  const answer = await ask('/readyz')
  t.equal(answer.statusCode, 200, 'optional checks do not count')
  t.same(answer.json(), { status: 'ready', checks: { postgresql: 'ok', queue: 'away' } })
})

t.test('a check may say what is worth knowing', async t => {
  const { ask } = await open(t, { required: { postgresql: ok }, reported: { disk: low } })
  const answer = await ask('/readyz')
  t.equal(answer.statusCode, 200)
  t.same(answer.json(), { status: 'ready', checks: { postgresql: 'ok', disk: 'low' } })
})

t.test('readyz is 503 otherwise, with the details in the log only', async t => {
  const { ask, log } = await open(t, { required: { postgresql: away } })
  const answer = await ask('/readyz')
  t.equal(answer.statusCode, 503)
  t.same(answer.json(), { status: 'not ready', checks: { postgresql: 'away' } })
  t.notMatch(answer.body, '10.0.0.7')
  t.match(log.text(), '10.0.0.7')
})

t.test('aborts a check that takes too long', async t => {
  let passed: AbortSignal | undefined
  const hangs = (signal: AbortSignal) => {
    passed = signal
    return new Promise(() => undefined)
  }
  const { ask } = await open(t, { required: { postgresql: hangs }, checkTimeoutMs: 20 })
  t.equal((await ask('/readyz')).statusCode, 503)
  t.equal(passed?.aborted, true)
})

/** A sample during which the loop did not turn counts as pressure. */
async function stall() {
  const until = performance.now() + 150
  while (performance.now() < until);
  await new Promise(resolve => setTimeout(resolve, 20))
}

t.test('under pressure only a crowd is refused, and neither of the two', async t => {
  const pressure = { maxEventLoopDelayMs: 30, sampleMs: 50 }
  const { service, ask } = await open(t, { required: { postgresql: ok } }, { pressure })
  const waiting: (() => void)[] = []
  service.get('/work', async () => 'done')
  service.get('/slow', async () => {
    await new Promise<void>(resolve => void waiting.push(resolve))
    return 'done'
  })
  await service.ready()
  await stall()
  t.equal(
    (await ask('/work')).statusCode,
    200,
    'the machine is slow, the service is not overloaded',
  )
  const crowd = Array.from({ length: 20 }, async () => ask('/slow'))
  while (waiting.length < 20) await new Promise(resolve => setImmediate(resolve))
  let busy = await ask('/work')
  for (; busy.statusCode === 200; busy = await ask('/work')) await stall()
  t.equal(busy.statusCode, 503)
  t.equal(busy.headers['retry-after'], '5')
  t.equal((await ask('/healthz')).statusCode, 200)
  t.equal((await ask('/readyz')).statusCode, 200)
  for (const answer of waiting) answer()
  t.ok((await Promise.all(crowd)).every(({ statusCode }) => statusCode === 200))
})
