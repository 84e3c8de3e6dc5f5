import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { Backend, Producer } from '../../src/index.ts'
import type { JobContract } from '../../src/queue/contract.ts'
import { openQueue } from '../../src/queue/open.ts'
import { testContract } from './contracts.ts'
import { eventually } from './eventually.ts'
import { family, patient, produce, work } from './parts.ts'

const last = { calendar: 'last' }

/** The tests that every backend must pass. */
export function suite(t: Test, given: Backend): void {
  const backend = patient(given)

  t.test('a wake-up causes one run', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    const { runs } = work(t, backend, contract)
    t.equal(await producer.wake(contract, family), true)
    t.ok(await eventually(() => runs.length > 0))
    await workLast(t, contract, producer, runs)
    t.same(runs, ['family', 'last'])
  })

  t.test('20 wake-ups during a run cause one more run', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    const gate = Promise.withResolvers<void>()
    const { runs } = work(t, backend, contract, () => gate.promise)
    // The first wake-up opens the connections; the others arrive while its job waits at the gate.
    t.equal(await producer.wake(contract, family), true)
    t.ok(await eventually(() => runs.length > 0))
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => producer.wake(contract, family)),
    )
    t.ok(taken.every(Boolean))
    gate.resolve()
    t.ok(await eventually(() => runs.length === 2))
    await workLast(t, contract, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
  })

  t.test('a wake-up during a run causes exactly one more run', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    const gate = Promise.withResolvers<void>()
    let running = 0
    let together = 0
    const { runs } = work(t, backend, contract, async () => {
      together = Math.max(together, ++running)
      await gate.promise
      running--
    })
    await producer.wake(contract, family)
    t.ok(await eventually(() => runs.length === 1))
    for (let signal = 0; signal < 5; signal++) t.ok(await producer.wake(contract, family))
    gate.resolve()
    t.ok(await eventually(() => runs.length === 2))
    await workLast(t, contract, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
    t.equal(together, 1, 'one at a time')
  })

  t.test('a failing job is retried, merged with its wake-ups', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    let failures = 2
    const { runs, log } = work(t, backend, contract, async () => {
      if (failures-- > 0) throw new Error('not yet')
    })
    await producer.wake(contract, family)
    t.ok(await eventually(() => runs.length === 3))
    const failed = log.lines.filter(({ words }) => words === 'job failed')
    t.match(failed, [{ details: { attempt: 1, of: 3 } }, { details: { attempt: 2 } }])
    t.ok(await producer.wake(contract, family))
    t.ok(await eventually(() => runs.length === 4), 'its id is free afterwards')
  })

  t.test('a job that fails for good frees its id', async t => {
    const contract = testContract({ attempts: 1 })
    const { producer } = produce(t, backend)
    const { runs } = work(t, backend, contract, async () => {
      throw new Error('never')
    })
    for (const run of [1, 2]) {
      t.ok(await producer.wake(contract, family))
      t.ok(await eventually(() => runs.length === run))
    }
  })

  t.test('an invalid payload is not retried', async t => {
    const contract = testContract()
    const { producer, log: producerLog } = produce(t, backend)
    t.equal(await producer.wake(contract, { calendar: 7 } as never), false, 'it is not queued')
    t.equal(producerLog.lines.length, 1)

    const { runs, log } = work(t, backend, contract)
    await addByHand(backend, contract, { calendar: 7 })
    t.ok(await eventually(() => log.lines.some(({ level }) => level === 'error')))
    await workLast(t, contract, producer, runs)
    t.same(runs, ['last'], 'the next job runs')
    t.equal(log.lines.filter(({ level }) => level === 'error').length, 1)
  })

  t.test('the job of a killed worker runs again', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    const file = fileURLToPath(new URL('fixtures/main.ts', import.meta.url))
    const child = fork(file, [JSON.stringify(backend), contract.queue], {
      execArgv: ['--conditions=night-routine'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    await producer.wake(contract, family)
    const [message] = await once(child, 'message')
    t.same(message, family)
    t.ok(await producer.wake(contract, family), 'a wake-up while the killed one runs')
    child.kill('SIGKILL')

    const quick = { lockMs: 1_000, stalledCheckMs: 200, retryMs: 50 }
    const { runs } = work(t, backend, contract, undefined, quick)
    t.ok(await eventually(() => runs.length >= 2), 'the job, and the wake-up after it')
    await workLast(t, contract, producer, runs)
    t.same(runs, ['family', 'family', 'last'])
  })

  t.test('close waits for the current job and takes no other', async t => {
    const contract = testContract()
    const { producer } = produce(t, backend)
    const gate = Promise.withResolvers<void>()
    const { worker, runs } = work(t, backend, contract, () => gate.promise)
    await producer.wake(contract, family)
    t.ok(await eventually(() => runs.length === 1))
    await producer.wake(contract, last)
    let isClosed = false
    const closed = worker.close().then(() => (isClosed = true))
    await sleep(100)
    t.notOk(isClosed, 'while the job runs')
    gate.resolve()
    await closed
    const next = work(t, backend, contract)
    t.ok(await eventually(() => next.runs.length === 1))
    t.same([runs, next.runs], [['family'], ['last']])
  })
}

/** Jobs run in order, so when this one has run, no earlier one is left. */
async function workLast(
  t: Test,
  contract: ReturnType<typeof testContract>,
  producer: Producer,
  runs: string[],
) {
  t.ok(await producer.wake(contract, last))
  t.ok(await eventually(() => runs.includes(last.calendar)))
}

/** Adds a payload that our producer would refuse. */
async function addByHand(backend: Backend, { queue, name }: JobContract, payload: object) {
  const opened = openQueue(backend, queue)
  await opened.waitUntilReady()
  await opened.add(name, payload, { attempts: 3 })
  await opened.close()
}
