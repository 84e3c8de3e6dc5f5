import { once } from 'node:events'
import { requestJob } from '@night-routine/database'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { connectedHousehold, recordNights, workOf } from './household.ts'
import { complete, inTheMiddle, tomorrow } from './in-the-middle.ts'
import { forkWorker, startWorker } from './worker.ts'

t.test('after a kill during a push another worker finishes it when the lease expires', async t => {
  const { household, worker } = await inTheMiddle(t, 12)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  t.ok((await workOf(household.db, 'push'))?.running, 'its lease is still held')
  await forkWorker(t, household)
  await complete(t, household, 12)
})

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

t.test('repeated kills do not stop progress', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tomorrow, 16)
  await requestJob(db, 'push')
  for (const reached of [2, 6, 10]) {
    const worker = await forkWorker(t, household)
    await waitFor(`${reached} events`, async () => {
      return (await control.events('family')).length >= reached
    })
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  await startWorker(t, household)
  await complete(t, household, 16)
})
