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

const kinds = (pull: bigint, push: bigint, wantedPush: bigint) => [
  status({ kind: 'channel', doneNumber: 5n }),
  status({ kind: 'pull', doneNumber: pull }),
  status({ requestNumber: wantedPush, doneNumber: push }),
]

t.test('ends when the worker has done what was asked for, or cannot', async t => {
  const lastError = { code: 'status.failed', facts: {} }
  const failed = { nextAttemptAt: now, lastError }
  const channel = status({ kind: 'channel', ...failed })
  const rows: [wanted: JobStatus['kind'][], answers: (JobStatus[] | null)[], outcome: string][] = [
    [['push'], [[status({})], [status({ running: true })], [status({ doneNumber: 5n })]], 'done'],
    [['push'], [[status({ requestNumber: 9n, doneNumber: 9n })]], 'done'],
    [['push'], [[status({})], [status(failed)]], 'failed'],
    [['push'], [[status({ nextAttemptAt: now })], [status({ doneNumber: 5n })]], 'done'],
    [['push'], [[status({ kind: 'plan', doneNumber: 9n })]], 'late'],
    // The push that the pull asks for is waited for, too.
    [
      ['channel', 'pull', 'push'],
      [kinds(4n, 4n, 5n), kinds(4n, 5n, 5n), kinds(5n, 5n, 6n), kinds(5n, 6n, 6n)],
      'done',
    ],
    // One that failed does not end the wait for the others.
    [
      ['channel', 'push'],
      [
        [channel, status({})],
        [channel, status({ doneNumber: 5n })],
      ],
      'failed',
    ],
    // A database that is away for a moment ends nothing.
    [['push'], [null, null, [status({ doneNumber: 5n })]], 'done'],
  ]
  for (const [wanted, answers, outcome] of rows) {
    let [asked, passed] = [0, 0]
    const readJobRequests = async () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]
      if (!answer) throw new Error('away')
      return answer
    }
    const timer = { now: () => passed, sleep: async (ms: number) => void (passed += ms) }
    const requests = wanted.map(kind => ({ kind, number: 5n }))
    const deadline = 3_000
    t.equal(await waitForWork(requests, { readJobRequests, deadline, timer }), outcome)
    if (outcome === 'late') t.equal(passed, deadline)
    else t.equal(asked, answers.length)
  }
})
