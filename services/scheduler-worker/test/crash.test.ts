import { once } from 'node:events'
import { requestJob } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { connectedHousehold, recordNights, workOf } from './household.ts'
import { complete, tomorrow } from './in-the-middle.ts'
import { forkWorker, startWorker } from './worker.ts'

/** The numbers of events after which a worker is killed. */
const kills = process.env['LONG_TESTS'] === undefined ? [2, 8] : [2, 6, 10]

t.test('a kill after the provider created an event causes no duplicate', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tomorrow, 4)
  // A pull may list the events first.
  const insert = { path: '/events$', method: 'POST' }
  await control.delay({ ...insert, when: 'after', milliseconds: 60_000, count: 1 })
  await requestJob(db, 'push')
  const worker = await forkWorker(t, household)
  await waitFor('the effect', async () => (await control.events('family')).length === 1)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await startWorker(t, household)
  await complete(t, household, 4)
})

t.test('after each kill another worker continues when the lease expires', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tomorrow, 20)
  await requestJob(db, 'push')
  for (const reached of kills) {
    const worker = await forkWorker(t, household)
    await waitFor(`${reached} events`, async () => {
      return (await control.events('family')).length >= reached
    })
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    t.match(await workOf(db, 'push'), { doneNumber: 0n })
  }
  await startWorker(t, household)
  await complete(t, household, 20)
})
