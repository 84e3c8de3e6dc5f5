import type { WorkStatus } from '@night-routine/database'
import t from 'tap'
import { now } from './demo-household.ts'
import { waitForWork } from '../src/wait-for-work.ts'

const status = (more: Partial<WorkStatus>): WorkStatus => ({
  kind: 'push',
  requestNumber: 5n,
  doneNumber: 4n,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
  doneAt: null,
  running: false,
  ...more,
})

/** Answers with each of these in turn, and with the last one from then on. */
function answering(...answers: WorkStatus[][]) {
  let asked = 0
  return {
    readWork: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    asked: () => asked,
  }
}

t.test('it ends when the worker has come as far as this request', async t => {
  const { readWork, asked } = answering(
    [status({})],
    [status({ running: true })],
    [status({ doneNumber: 5n })],
  )
  t.equal(await waitForWork('push', 5n, { readWork, timeoutMs: 5_000 }), 'done')
  t.equal(asked(), 3)
})

t.test('a later request that is done answers this one, too', async t => {
  const { readWork } = answering([status({ requestNumber: 9n, doneNumber: 9n })])
  t.equal(await waitForWork('push', 5n, { readWork, timeoutMs: 5_000 }), 'done')
})

t.test('it does not wait on what waits itself', async t => {
  const { readWork } = answering([status({})], [status({ nextAttemptAt: now, lastError: 'Away.' })])
  t.equal(await waitForWork('push', 5n, { readWork, timeoutMs: 5_000 }), 'failed')
})

t.test('a rest is no failure', async t => {
  const { readWork } = answering([status({ nextAttemptAt: now })], [status({ doneNumber: 5n })])
  t.equal(await waitForWork('push', 5n, { readWork, timeoutMs: 5_000 }), 'done')
})

t.test('patience ends', async t => {
  const { readWork } = answering([status({ kind: 'plan', doneNumber: 9n })])
  const begin = performance.now()
  t.equal(await waitForWork('push', 5n, { readWork, timeoutMs: 300 }), 'late')
  t.ok(performance.now() - begin < 400)
})
