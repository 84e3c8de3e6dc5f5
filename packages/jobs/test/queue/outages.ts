import type { JobKind } from '@night-routine/database/jobs'
import { createGate, waitFor } from '@night-routine/servers'
import type { Test } from 'tap'
import type { Backend } from '../../src/index.ts'
import { openQueue } from '../../src/queue/open.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { family, produce, work } from './parts.ts'

/** Outage tests for every backend. */
export function outages(t: Test, backend: Backend): void {
  t.test(
    'wake fails at once while the server is down, works again, and closes while it is down',
    async t => {
      const gate = await createGate(backend.url)
      t.teardown(() => gate.shut())
      const kind = testKind()
      const { producer, log } = produce(t, { ...backend, url: gate.url })
      const { runs, worker } = work(t, { ...backend, url: gate.url }, kind)
      await wakeAgain(() => producer.wake(kind, family))
      t.ok(await eventually(() => runs.length >= 1))
      await noneActive(backend, kind)

      await gate.shut()
      t.equal(await producer.wake(kind, family), false)
      t.match(log.lines.at(-1), { level: 'warn', text: /lost/, details: { queue: kind } })
      t.notMatch(log.lines.at(-1)?.details, { err: { message: /in time/ } }, 'it did not wait')

      await gate.open()
      await wakeAgain(() => producer.wake(kind, family))
      t.ok(await eventually(() => runs.length >= 2), 'the worker reconnected too')

      await gate.shut()
      await Promise.all([worker.close(), producer.close()])
    },
  )

  t.test('wake gives up in time on a server that does not answer', async t => {
    const gate = await createGate(backend.url)
    t.teardown(() => gate.shut())
    const kind = testKind()
    const { producer, log } = produce(t, { ...backend, url: gate.url }, { wakeMs: 500 })
    await wakeAgain(() => producer.wake(kind, family))
    gate.freeze()
    t.equal(await producer.wake(kind, family), false)
    const other = produce(t, { ...backend, url: gate.url }, { wakeMs: 50 })
    t.equal(await other.producer.wake(kind, family), false)
    for (const { lines } of [log, other.log])
      t.match(lines.at(-1)?.details, { err: { message: /did not answer in time/ } })

    // The responses were lost, so the old connection stays silent forever.
    await gate.open()
    await wakeAgain(() => producer.wake(kind, family))
  })

  t.test('starts while the server is down', async t => {
    const gate = await createGate(backend.url)
    t.teardown(() => gate.shut())
    gate.drop()
    const kind = testKind()
    const { producer } = produce(t, { ...backend, url: gate.url })
    const { runs, log } = work(t, { ...backend, url: gate.url }, kind)
    t.equal(await producer.wake(kind, family), false)
    const before = gate.dropped()
    t.ok(await eventually(() => gate.dropped() >= before + 3))
    t.match(log.lines, [{ level: 'warn', text: 'queue connection failed' }])

    await gate.open()
    await wakeAgain(() => producer.wake(kind, family))
    t.ok(await eventually(() => runs.length >= 1))
  })
}

/** A run whose end the queue never learned keeps the next one waiting for as long as its lock. */
async function noneActive(backend: Backend, kind: JobKind): Promise<void> {
  const queue = openQueue(backend, kind)
  await waitFor('the end of the run', async () => (await queue.getActiveCount()) === 0)
  await queue.close()
}

async function wakeAgain(wake: () => Promise<boolean>): Promise<void> {
  await waitFor('wake works again', wake)
}
