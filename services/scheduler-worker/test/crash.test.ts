import { once } from 'node:events'
import { requestWork } from '@night-routine/database'
import t, { type TAP } from 'tap'
import {
  connectedHousehold,
  recordNights,
  settled,
  visibleNights,
  workOf,
  type Household,
} from './household.ts'
import { waitFor } from './wait-for.ts'
import { forkWorker, startWorker } from './worker.ts'

// A worker of its own process reads the machine's clock.
const tonight = Temporal.Now.plainDateISO('Europe/Paris')

/** A household with a first fill to do, and a worker that is in the middle of it. */
async function inTheMiddle(t: Parameters<typeof connectedHousehold>[0], nights: number) {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight.add({ days: 1 }), nights)
  await requestWork(db, 'push')
  const worker = await forkWorker(t, household)
  await waitFor('three events', async () => (await control.events('family')).length >= 3)
  return { household, worker }
}

async function complete(t: Pick<TAP, 'equal'>, { db, control }: Household, nights: number) {
  await settled(db)
  const seen = visibleNights(await control.events('family'))
  t.equal(seen.length, nights, 'nothing is missing')
  t.equal(new Set(seen).size, nights, 'nothing is doubled')
}

t.test('killed in the middle of a push: within the lease another one finishes it', async t => {
  const { household, worker } = await inTheMiddle(t, 12)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  t.ok((await workOf(household.db, 'push'))?.running, 'its lease goes on')
  const began = performance.now()
  await forkWorker(t, household)
  await complete(t, household, 12)
  t.ok(performance.now() - began < 12_000)
})

t.test('killed after the provider made the event, before we knew: no second one', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight.add({ days: 1 }), 4)
  await control.delay({ path: 'events', when: 'after', milliseconds: 5_000, count: 1 })
  await requestWork(db, 'push')
  const worker = await forkWorker(t, household)
  await waitFor('the effect', async () => (await control.events('family')).length === 1)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await startWorker(t, household)
  await complete(t, household, 4)
})

t.test('killed again and again, it still gets there', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight.add({ days: 1 }), 16)
  await requestWork(db, 'push')
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

t.test('told to stop in the middle of a push, it gives the work back and exits with 0', async t => {
  const { household, worker } = await inTheMiddle(t, 10)
  const began = performance.now()
  worker.kill('SIGTERM')
  t.same(await once(worker, 'exit'), [0, null])
  t.ok(performance.now() - began < 5_000)
  t.match(await workOf(household.db, 'push'), { running: false })
  await startWorker(t, household)
  await complete(t, household, 10)
})

t.test('asleep for longer than its lease, it does not interfere with its successor', async t => {
  const { household, worker } = await inTheMiddle(t, 12)
  worker.kill('SIGSTOP')
  await startWorker(t, household)
  await complete(t, household, 12)
  worker.kill('SIGCONT')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  await complete(t, household, 12)
})
