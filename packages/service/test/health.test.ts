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

t.test('healthz is 200 whatever is down, readyz if everything required is up', async t => {
  const { ask, log } = await open(t, { required: { postgresql: away } })
  const alive = await ask('/healthz')
  t.match(alive, { statusCode: 200, headers: { 'cache-control': 'no-store' } })
  t.same(alive.json(), { status: 'alive' })
  const refused = await ask('/readyz')
  t.equal(refused.statusCode, 503)
  t.same(refused.json(), { status: 'not ready', checks: { postgresql: 'away' } })
  t.notMatch(refused.body, '10.0.0.7', 'the details are in the log only')
  t.match(log.text(), '10.0.0.7')

  const up = await open(t, { required: { postgresql: ok }, reported: { queue: away, disk: low } })
  const ready = await up.ask('/readyz')
  t.equal(ready.statusCode, 200, 'what is only reported does not count')
  const checks = { postgresql: 'ok', queue: 'away', disk: 'low' }
  t.same(ready.json(), { status: 'ready', checks })
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

const soon = () => new Promise(resolve => setTimeout(resolve, 1))

t.test('under pressure only a crowd is refused, and neither of the two', async t => {
  // Any delay counts, and a sample in which the loop did not turn.
  const pressure = { maxEventLoopDelayMs: Number.MIN_VALUE, sampleMs: 1 }
  const { service, ask } = await open(t, { required: { postgresql: ok } }, { pressure })
  const waiting: (() => void)[] = []
  service.get('/work', async () => 'done')
  service.get('/slow', async () => {
    await new Promise<void>(resolve => void waiting.push(resolve))
    return 'done'
  })
  await service.ready()
  while (!service.isUnderPressure()) await soon()
  t.equal(
    (await ask('/work')).statusCode,
    200,
    'the machine is slow, the service is not overloaded',
  )
  const crowd = Array.from({ length: 20 }, async () => ask('/slow'))
  while (waiting.length < 20) await new Promise(resolve => setImmediate(resolve))
  let busy = await ask('/work')
  for (let tries = 0; busy.statusCode === 200 && tries < 10_000; tries += 1) {
    await soon()
    busy = await ask('/work')
  }
  t.equal(busy.statusCode, 503)
  t.equal(busy.headers['retry-after'], '5')
  t.equal((await ask('/healthz')).statusCode, 200)
  t.equal((await ask('/readyz')).statusCode, 200)
  for (const answer of waiting) answer()
  t.ok((await Promise.all(crowd)).every(({ statusCode }) => statusCode === 200))
})
