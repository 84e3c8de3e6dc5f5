import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { freePort } from '@night-routine/servers'
import t, { type Test } from 'tap'
import {
  countAnswers,
  createLogger,
  createService,
  metricsPort,
  type Metric,
  type ReadGauge,
} from '../src/index.ts'
import { collectLines } from './log-lines.ts'

/** A service with metrics on a separate port. */
async function open(t: Test, metrics: readonly Metric[] = [], given = 0) {
  const log = collectLines()
  const service = createService({
    logger: createLogger({ name: 'x', destination: log.destination }),
  })
  const answers = countAnswers(service)
  await service.register(metricsPort, {
    port: given,
    host: '127.0.0.1',
    metrics: [answers, ...metrics],
  })
  service.get('/work', async () => 'done')
  t.teardown(() => service.close())
  await service.ready()
  const port = given || Number(/127\.0\.0\.1:(\d+)/.exec(log.text())?.[1])
  const address = `http://127.0.0.1:${port}/metrics`
  return { service, log, port, address, ask: async () => (await fetch(address)).text() }
}

t.test('serves metrics of the process and its responses on a separate port', async t => {
  const { service, address, ask } = await open(t)
  await service.inject('/work')
  await service.inject('/work')
  await service.inject('/nowhere')
  const answer = await fetch(address)
  t.equal(answer.status, 200)
  t.match(answer.headers.get('content-type'), 'text/plain; version=0.0.4')
  t.equal(answer.headers.get('cache-control'), 'no-store')
  const text = await answer.text()
  t.match(text, /^process_resident_memory_bytes \d/m)
  t.match(text, /^nodejs_eventloop_lag_p99_seconds /m)
  t.match(text, '# TYPE night_routine_http_answers_total counter')
  t.match(text, 'night_routine_http_answers_total{status="200"} 2\n')
  t.match(text, 'night_routine_http_answers_total{status="404"} 1\n')
  t.match(await ask(), 'night_routine_http_answers_total{status="200"} 2\n', 'not counted twice')
  t.equal((await service.inject('/metrics')).statusCode, 404, 'never on the public port')
  t.equal((await fetch(address.replace('/metrics', '/work'))).status, 404)
})

t.test('reads metrics on each scrape, and drops values that are gone', async t => {
  const samples = [{ labels: { kind: 'pull' }, value: 3 }]
  const { ask } = await open(t, [
    { name: 'waiting', help: 'Waiting.', labels: ['kind'], read: () => samples },
  ])
  t.match(await ask(), 'waiting{kind="pull"} 3\n')
  samples.splice(0, 1, { labels: { kind: 'push' }, value: 1 })
  const text = await ask()
  t.match(text, 'waiting{kind="push"} 1\n')
  t.notMatch(text, 'waiting{kind="pull"}')
})

async function read(): Promise<never> {
  throw new Error('postgres at 10.0.0.7 refused')
}

t.test('skips a metric that cannot be read', async t => {
  const { address, log } = await open(t, [{ name: 'away', help: 'Away.', read }])
  const answer = await fetch(address)
  t.equal(answer.status, 200)
  const text = await answer.text()
  t.match(text, /^process_resident_memory_bytes \d/m)
  t.notMatch(text, /^away /m)
  t.notMatch(text, '10.0.0.7')
  t.match(log.text(), '10.0.0.7')
})

t.test('serves no metrics without a port, and reports a port in use', async t => {
  const logger = createLogger({ name: 'x', level: 'silent' })
  const none = createService({ logger })
  await none.register(metricsPort, { port: undefined, host: '127.0.0.1', metrics: [] })
  await none.ready()
  t.equal((await none.inject('/metrics')).statusCode, 404)
  await none.close()

  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const second = createService({ logger })
  await second.register(metricsPort, { port, host: '127.0.0.1', metrics: [] })
  t.teardown(() => second.close())
  await t.rejects(async () => second.ready(), { code: 'EADDRINUSE' })
})

/** Gauges of two kinds; each service has its own one, and both have the other. */
const gauges = (own: string, value: number, other?: ReadGauge['read']): Metric[] => [
  { name: own, help: 'Own.', read: () => [{ value }] },
  {
    name: 'shared',
    help: 'Of both.',
    labels: ['kind', 'state'],
    read:
      other ??
      (() => [
        { labels: { kind: own, state: 'x' }, value },
        { labels: both, value },
      ]),
  },
]
const both = { kind: 'both', state: 'x' }

t.test('services of one process share a port: what both report is summed by label', async t => {
  const first = await open(t, gauges('of_first', 1), await freePort())
  const second = await open(t, gauges('of_second', 4), first.port)
  await first.service.inject('/work')
  await second.service.inject('/work')
  await second.service.inject('/nowhere')
  const text = await first.ask()
  t.match(text, '\nof_first 1\n')
  t.match(text, '\nof_second 4\n')
  t.match(text, '\nshared{kind="of_first",state="x"} 1\n')
  t.match(text, '\nshared{kind="of_second",state="x"} 4\n')
  t.match(text, '\nshared{kind="both",state="x"} 5\n')
  t.match(text, '\nnight_routine_http_answers_total{status="200"} 2\n')
  t.match(text, '\nnight_routine_http_answers_total{status="404"} 1\n')
  t.match(text, '# TYPE night_routine_http_answers_total counter\n')
  const names = text.match(/^# TYPE \S+/gm) ?? []
  t.equal(new Set(names).size, names.length, 'each metric once, those of the process, too')
  t.match(text, /^process_resident_memory_bytes \d/m)
})

t.test('a service that closes leaves the port to the others, whichever opened it', async t => {
  const first = await open(t, gauges('of_first', 1), await freePort())
  const second = await open(t, gauges('of_second', 4), first.port)
  await first.service.close()
  const text = await second.ask()
  t.match(text, '\nshared{kind="both",state="x"} 4\n')
  t.notMatch(text, 'of_first')
  await second.service.close()
  await t.rejects(fetch(second.address))
  const again = await open(t, gauges('of_third', 2), first.port)
  t.match(await again.ask(), '\nof_third 2\n', 'and the next one opens it again')
})

t.test('a service that closes before it was ready does not take the port with it', async t => {
  const logger = createLogger({ name: 'x', level: 'silent' })
  const port = await freePort()
  const failed = createService({ logger })
  await failed.register(metricsPort, { port, host: '127.0.0.1', metrics: [] })
  const { ask, service } = await open(t, gauges('of_second', 4), port)
  t.match(await ask(), '\nof_second 4\n')
  await failed.close()
  t.match(await ask(), '\nof_second 4\n')
  await service.close()
})

t.test('a metric that fails in one service is still served for the other', async t => {
  const first = await open(t, gauges('of_first', 1, read), await freePort())
  const second = await open(t, gauges('of_second', 4), first.port)
  const text = await second.ask()
  t.match(text, '\nof_first 1\n')
  t.match(text, '\nshared{kind="both",state="x"} 4\n')
  t.match(first.log.text(), '10.0.0.7', 'logged by the service whose metric it is')
  t.notMatch(second.log.text(), '10.0.0.7')
})

t.test('port 0 is not shared: each service gets a free one', async t => {
  const [first, second] = [await open(t), await open(t)]
  t.not(first.port, second.port)
  await first.service.close()
  await t.rejects(fetch(first.address))
  t.equal((await fetch(second.address)).status, 200)
})
