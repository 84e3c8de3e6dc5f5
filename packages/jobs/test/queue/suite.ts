import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { JobKind } from '@night-routine/database/jobs'
import type { Backend } from '../../src/index.ts'
import { openQueue } from '../../src/queue/open.ts'
import type { Producer } from '../../src/queue/producer.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { family, patient, produce, work } from './parts.ts'

const last = { requestId: 'last' }

/** The tests that every backend must pass, also calls within one process. */
export function wakeUps(t: Test, given: Backend): void {
  const backend = patient(given)

  t.test('a wake-up causes one run', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const { runs } = work(t, backend, kind)
    t.equal(await producer.wake(kind, family), true)
    t.ok(await eventually(() => runs.length > 0))
    await workLast(t, kind, producer, runs)
    t.same(runs, ['family', 'last'])
  })

  t.test('20 wake-ups during a run cause one more run, one at a time', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const gate = Promise.withResolvers<void>()
    let running = 0
    let together = 0
    const { runs } = work(t, backend, kind, async () => {
      together = Math.max(together, ++running)
      await gate.promise
      running--
    })
    await producer.wake(kind, family)
    t.ok(await eventually(() => runs.length === 1))
    const taken = await Promise.all(Array.from({ length: 20 }, () => producer.wake(kind, family)))
    t.ok(taken.every(Boolean))
    gate.resolve()
    t.ok(await eventually(() => runs.length === 2))
    await workLast(t, kind, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
    t.equal(together, 1, 'one at a time')
  })

  t.test('a failing job is not retried by the queue, and frees its id', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const { runs, log } = work(t, backend, kind, async ({ requestId }) => {
      if (requestId === 'family') throw new Error('never')
    })
    for (const run of [1, 2]) {
      t.ok(await producer.wake(kind, family))
      t.ok(await eventually(() => runs.length === run))
    }
    await workLast(t, kind, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
    t.equal(log.lines.filter(({ text }) => text === 'job failed').length, 2)
  })
}

/** The tests that every queue on a server must pass. */
export function suite(t: Test, given: Backend): void {
  wakeUps(t, given)
  const backend = patient(given)

  t.test('an invalid payload is not retried', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const { runs, log } = work(t, backend, kind)
    await addByHand(backend, kind, { requestId: 7 })
    t.ok(await eventually(() => log.lines.some(({ level }) => level === 'error')))
    await workLast(t, kind, producer, runs)
    t.same(runs, ['last'], 'the next job runs')
    t.equal(log.lines.filter(({ level }) => level === 'error').length, 1)
  })

  t.test('the job of a killed worker runs again', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const file = fileURLToPath(new URL('fixtures/main.ts', import.meta.url))
    const child = fork(file, [JSON.stringify(backend), kind], {
      execArgv: ['--conditions=night-routine'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    await producer.wake(kind, family)
    const [message] = await once(child, 'message')
    t.same(message, family)
    t.ok(await producer.wake(kind, family), 'a wake-up while the killed one runs')
    child.kill('SIGKILL')

    const quick = { lockMs: 1_000, stalledCheckMs: 200, retryMs: 50 }
    const { runs } = work(t, backend, kind, undefined, quick)
    t.ok(await eventually(() => runs.length >= 2), 'the job, and the wake-up after it')
    await workLast(t, kind, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
  })

  t.test('close waits for the current job and takes no other', async t => {
    const kind = testKind()
    const { producer } = produce(t, backend)
    const gate = Promise.withResolvers<void>()
    const { worker, runs } = work(t, backend, kind, () => gate.promise)
    await producer.wake(kind, family)
    t.ok(await eventually(() => runs.length === 1))
    await producer.wake(kind, last)
    let isClosed = false
    const closed = worker.close().then(() => (isClosed = true))
    await turn()
    t.notOk(isClosed, 'while the job runs')
    gate.resolve()
    await closed
    const next = work(t, backend, kind)
    t.ok(await eventually(() => next.runs.length === 1))
    t.same([runs, next.runs], [['family'], ['last']])
  })
}

/** Jobs run in order, so when this one has run, no earlier one is left. */
async function workLast(t: Test, kind: JobKind, producer: Producer, runs: string[]) {
  t.ok(await producer.wake(kind, last))
  t.ok(await eventually(() => runs.includes(last.requestId)))
}

/** Adds a payload that our producer never sends. */
async function addByHand(backend: Backend, kind: JobKind, payload: object) {
  const opened = openQueue(backend, kind)
  await opened.waitUntilReady()
  await opened.add(kind, payload, { attempts: 3 })
  await opened.close()
}
