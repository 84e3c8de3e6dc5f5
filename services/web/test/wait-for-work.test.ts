import type { JobStatus } from '@night-routine/database'
import t from 'tap'
import { now } from './demo-household.ts'
import { waitForWork } from '../src/wait-for-work.ts'

const status = (more: Partial<JobStatus>): JobStatus => ({
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

/** A fake clock that advances only during sleeps. */
function fakeTimer() {
  let passed = 0
  return { now: () => passed, sleep: async (ms: number) => void (passed += ms) }
}

const wait = (readJobRequests: () => Promise<JobStatus[]>, timer = fakeTimer()) =>
  waitForWork('push', 5n, { readJobRequests, timeoutMs: 300, timer })

/** Returns these in turn, then the last one forever. */
function answering(...answers: JobStatus[][]) {
  let asked = 0
  return {
    readJobRequests: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    asked: () => asked,
  }
}

t.test('ends when the worker has done this request', async t => {
  const { readJobRequests, asked } = answering(
    [status({})],
    [status({ running: true })],
    [status({ doneNumber: 5n })],
  )
  t.equal(await wait(readJobRequests), 'done')
  t.equal(asked(), 3)
})

t.test('ends when a later request is done', async t => {
  const { readJobRequests } = answering([status({ requestNumber: 9n, doneNumber: 9n })])
  t.equal(await wait(readJobRequests), 'done')
})

t.test('ends when the request failed and waits for its next attempt', async t => {
  const { readJobRequests } = answering(
    [status({})],
    [status({ nextAttemptAt: now, lastError: { code: 'status.failed', facts: {} } })],
  )
  t.equal(await wait(readJobRequests), 'failed')
})

t.test('keeps waiting while the request has no error', async t => {
  const { readJobRequests } = answering(
    [status({ nextAttemptAt: now })],
    [status({ doneNumber: 5n })],
  )
  t.equal(await wait(readJobRequests), 'done')
})

t.test('gives up after its time', async t => {
  const { readJobRequests } = answering([status({ kind: 'plan', doneNumber: 9n })])
  const timer = fakeTimer()
  t.equal(await wait(readJobRequests, timer), 'late')
  t.equal(timer.now(), 300)
})
