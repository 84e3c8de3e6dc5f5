import { requestJob } from '@night-routine/database/jobs'
import { addressAs } from '@night-routine/testing/database'
import { createGate, waitFor } from '@night-routine/servers'
import t from 'tap'
import { connectedHousehold, recordNights, settled, visibleNights } from './household.ts'
import { startWorker } from './worker.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }

t.test('survives a late and an interrupted database without a restart', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  const database = await createGate(household.url)
  t.teardown(() => database.shut())
  await database.shut()
  await recordNights(db, tonight, 10)
  await requestJob(db, 'push')

  const settings = { DATABASE_URL: addressAs('scheduler-worker', database.url) }
  const service = await startWorker(t, household, { clock, settings })
  const ready = async () => (await service.inject('/readyz')).statusCode === 200
  t.equal((await service.inject('/healthz')).statusCode, 200)
  t.notOk(await ready())

  await database.open()
  await waitFor('the first events', async () => (await control.events('family')).length >= 3)
  await waitFor('ready', ready)
  await database.shut()
  await waitFor('not ready', async () => !(await ready()))
  await database.open()
  await settled(db)
  await waitFor('ready', ready)
  const seen = visibleNights(await control.events('family'))
  t.same([seen.length, new Set(seen).size], [10, 10])
})

for (const [name, REDIS_URL, queue] of [
  ['without Redis', 'redis://127.0.0.1:1', 'away'],
  ['without REDIS_URL', '', 'ok'],
] as const)
  t.test(`${name} the sweep does the work`, async t => {
    const household = await connectedHousehold(t)
    const { db, control } = household
    await recordNights(db, tonight, 2)
    const service = await startWorker(t, household, { clock, settings: { REDIS_URL } })
    await requestJob(db, 'push')
    await settled(db)
    t.equal(visibleNights(await control.events('family')).length, 2)
    t.match((await service.inject('/readyz')).json(), { status: 'ready', checks: { queue } })
  })
