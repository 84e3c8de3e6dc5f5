import { setTimeout as sleep } from 'node:timers/promises'
import { createGate } from '@night-routine/servers'
import t from 'tap'
import { checkBackend, chooseBackend } from '../../src/index.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { collectLines } from './log-lines.ts'
import { family, patient, produce, work } from './parts.ts'

const backend = patient(chooseBackend({ databaseUrl: process.env['DATABASE_URL'] ?? '' }))

t.test('checks a server before using it', async t => {
  t.equal(await checkBackend(backend), 'ready')
  const { logger, lines } = collectLines()
  t.equal(await checkBackend({ ...backend, url: 'postgres://127.0.0.1:1/none' }, logger), 'away')
  t.match(lines, [{ level: 'warn' }])
})

t.test('does not flood a server that drops connections', async t => {
  const gate = await createGate(backend.url)
  t.teardown(() => gate.shut())
  const kind = testKind()
  const { producer } = produce(t, { ...backend, url: gate.url })
  const { runs } = work(t, { ...backend, url: gate.url }, kind)
  t.ok(await producer.wake(kind, family))
  t.ok(await eventually(() => runs.length === 1))

  const droppedAt = performance.now()
  gate.drop()
  t.ok(await eventually(() => gate.dropped() > 0))
  await sleep(200)
  // A busy machine sleeps for longer, and a worker may try more often meanwhile.
  const periods = Math.ceil((performance.now() - droppedAt) / 200)
  t.ok(gate.dropped() < 12 * periods, `${gate.dropped()} connections`)
  await gate.open()
})
