import { requestJob } from '@night-routine/database/jobs'
import { chooseBackend, createProducer } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { connectedHousehold, recordNights, settled, visibleNights } from './household.ts'
import { never, startWorker } from './worker.ts'

const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }

t.test('a wake-up through Redis does not need the sweep', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  const redisUrl = process.env['REDIS_URL'] ?? ''
  await recordNights(db, Temporal.PlainDate.from('2026-11-20'), 2)
  const settings = { REDIS_URL: redisUrl }
  const service = await startWorker(t, household, { clock, settings, sweepSeconds: never })
  await waitFor('ready', async () => (await service.inject('/readyz')).statusCode === 200)
  const producer = createProducer({
    backend: { ...chooseBackend(redisUrl), reachMs: 60_000 },
    // A slow machine is no fault of the queue.
    wakeMs: 60_000,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  t.teardown(() => producer.close())
  await requestJob(db, 'push')
  t.ok(await producer.wake('push', {}))
  await settled(db)
  t.equal(visibleNights(await control.events('family')).length, 2)
})
