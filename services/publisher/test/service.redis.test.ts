import { chooseBackend, createProducer } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { publishingHousehold, startPublisher, tonight } from './published-household.ts'

t.test('a wake-up through Redis does not need the sweep', async t => {
  const { environment, proxy, change, giveNights, published } = await publishingHousehold(t)
  const redisUrl = process.env['REDIS_URL'] ?? ''
  await change({ publish: true })
  const settings = { ...environment, REDIS_URL: redisUrl }
  // So rare that the second publication was not found by it.
  const service = await startPublisher(t, settings, { sweepSeconds: 86_400 })
  await published()
  await waitFor('ready', async () => (await service.inject('/readyz')).statusCode === 200)
  t.match((await service.inject('/readyz')).json(), { checks: { queue: 'ok', sweep: 'ok' } })
  proxy.calls()

  // The household's own wake-up is a call, which this publisher does not hear.
  await giveNights([tonight], 'b')
  const producer = createProducer({
    backend: {
      ...chooseBackend(redisUrl),
      reachMs: 60_000,
    },
    wakeMs: 60_000,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  t.teardown(() => producer.close())
  t.ok(await producer.wake('publish', {}))
  await published()
  t.ok(proxy.calls().includes('/api/upload index.md'))
})
