import { setImmediate as turn } from 'node:timers/promises'
import { contextToPass, inRequestContext } from '@night-routine/service'
import t from 'tap'
import { chooseBackend, reachBackend } from '../../src/index.ts'
import { eventually } from './eventually.ts'
import { family, produce, work } from './parts.ts'
import { wakeUps } from './suite.ts'

const backend = chooseBackend('process:')

wakeUps(t, backend)

t.test('a wake-up without a worker is lost, and says so', async t => {
  const { producer } = produce(t, backend)
  t.equal(await producer.wake('push', family), false)
  await t.resolves(reachBackend(backend))
})

t.test('close waits for the current run and starts no other', async t => {
  const gate = Promise.withResolvers<void>()
  const { producer } = produce(t, backend)
  const { worker, runs } = work(t, backend, 'pull', () => gate.promise)
  await producer.wake('pull', family)
  await producer.wake('pull', family)
  let isClosed = false
  const closed = worker.close().then(() => (isClosed = true))
  await turn()
  t.notOk(isClosed, 'while the job runs')
  gate.resolve()
  await closed
  t.same(runs, ['family'])
})

t.test('a run has only the request context that the call passes', async t => {
  const { producer } = produce(t, backend)
  const contexts: unknown[] = []
  work(t, backend, 'plan', async () => void contexts.push(contextToPass()))
  const caller = { requestId: 'of the caller' }
  await inRequestContext(caller, () => producer.wake('plan', family))
  t.ok(await eventually(() => contexts.length === 1))
  t.same(contexts, [{}])
})
