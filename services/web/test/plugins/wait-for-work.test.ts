import type { JobStatus } from '@night-routine/database/jobs'
import t from 'tap'
import { now } from '../demo-household.ts'
import { waitForWork } from '../../src/plugins/wait-for-work.ts'

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
  waitForWork([{ kind: 'push', number: 5n }], { readJobRequests, deadline: 300, timer })

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

const kinds = (pull: bigint, push: bigint, wantedPush: bigint) => [
  status({ kind: 'channel', doneNumber: 5n }),
  status({ kind: 'pull', doneNumber: pull }),
  status({ requestNumber: wantedPush, doneNumber: push }),
]

t.test('waits for each of several requests, and for the push that the pull asks for', async t => {
  const { readJobRequests, asked } = answering(
    kinds(4n, 4n, 5n),
    kinds(4n, 5n, 5n),
    kinds(5n, 5n, 6n),
    kinds(5n, 6n, 6n),
  )
  const wanted = (['channel', 'pull', 'push'] as const).map(kind => ({ kind, number: 5n }))
  t.equal(
    await waitForWork(wanted, { readJobRequests, deadline: 9_999, timer: fakeTimer() }),
    'done',
  )
  t.equal(asked(), 4)
})

t.test('one that failed does not end the wait for the others', async t => {
  const failed = { nextAttemptAt: now, lastError: { code: 'status.failed', facts: {} } }
  const channel = status({ kind: 'channel', ...failed })
  const { readJobRequests, asked } = answering(
    [channel, status({})],
    [channel, status({ doneNumber: 5n })],
  )
  const wanted = (['channel', 'push'] as const).map(kind => ({ kind, number: 5n }))
  t.equal(
    await waitForWork(wanted, { readJobRequests, deadline: 300, timer: fakeTimer() }),
    'failed',
  )
  t.equal(asked(), 2)
})

t.test('a database that is away for a moment ends nothing', async t => {
  let asked = 0
  const readJobRequests = async () => {
    if (++asked < 3) throw new Error('away')
    return [status({ doneNumber: 5n })]
  }
  t.equal(await wait(readJobRequests), 'done')
})
