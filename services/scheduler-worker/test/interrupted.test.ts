import { once } from 'node:events'
import t from 'tap'
import { workOf } from './household.ts'
import { complete, inTheMiddle } from './in-the-middle.ts'
import { startWorker, wakeAndStop } from './worker.ts'

t.test('stopped during a push, it releases the work and exits with 0', async t => {
  const { household, worker } = await inTheMiddle(t, 10)
  worker.kill('SIGTERM')
  t.same(await once(worker, 'exit'), [0, null])
  t.match(await workOf(household.db, 'push'), { running: false })
  await startWorker(t, household)
  await complete(t, household, 10)
})

t.test('a worker that slept past its lease does not interfere with its successor', async t => {
  const { household, worker } = await inTheMiddle(t, 12)
  worker.kill('SIGSTOP')
  await startWorker(t, household)
  await complete(t, household, 12)
  await wakeAndStop(worker)
  await complete(t, household, 12)
})
