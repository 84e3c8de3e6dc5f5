import { once } from 'node:events'
import { requestJob } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { connectedHousehold, recordNights, settled, visibleNights, workOf } from './household.ts'
import { forkWorker, startWorker, wakeAndStop } from './worker.ts'

// A worker in a separate process reads the machine's clock.
const tomorrow = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 1 })
const nights = 8

/** A household and a worker process in the middle of its first push. */
async function inTheMiddle(t: Test) {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tomorrow, nights)
  await requestJob(db, 'push')
  const worker = await forkWorker(t, household)
  await waitFor('three events', async () => (await control.events('family')).length >= 3)
  return { household, worker }
}

for (const [signal, when] of [
  ['SIGTERM', 'stopped, it releases the work and exits with 0'],
  ['SIGKILL', 'killed, another one goes on when its lease expires'],
  ['SIGSTOP', 'asleep past its lease, it does not interfere with its successor'],
] as const)
  t.test(when, async t => {
    const { household, worker } = await inTheMiddle(t)
    const { db, control } = household
    worker.kill(signal)
    if (signal !== 'SIGSTOP')
      t.equal(
        (await once(worker, 'exit'))[signal === 'SIGTERM' ? 0 : 1],
        signal === 'SIGTERM' ? 0 : signal,
      )
    if (signal === 'SIGTERM') t.match(await workOf(db, 'push'), { running: false })
    await startWorker(t, household)
    await settled(db)
    if (signal === 'SIGSTOP') await wakeAndStop(worker)
    const seen = visibleNights(await control.events('family'))
    t.same([seen.length, new Set(seen).size], [nights, nights], 'each night once')
  })
