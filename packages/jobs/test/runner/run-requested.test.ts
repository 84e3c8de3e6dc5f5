import type { Database } from '@night-routine/database/connection'
import { claimJob, readJobRequests, requestJob } from '@night-routine/database/jobs'
import { testDatabase } from '@night-routine/testing/database'
import { createLogger } from '@night-routine/service'
import t, { type Test } from 'tap'
import type { LeaseTimer } from '../../src/runner/lease.ts'
import { createRunner, type Failure, type Job } from '../../src/runner/runner.ts'

const logger = createLogger({ name: 'test', level: 'silent' })

/** A failure that carries its own words and retry time. */
class Trouble extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super('secret detail')
    this.failure = failure
  }
}

const failureOf = (error: unknown): Failure =>
  error instanceof Trouble ? error.failure : { code: 'unexpected', facts: {} }

const nothing = () => undefined

function run(db: Database, job: Job, more: { timer?: LeaseTimer } = {}) {
  const work = { db, jobs: { push: job }, leaseSeconds: 30, failureOf, logger, onEnd: nothing }
  return createRunner({ ...work, ...more }).wake('push')
}

/** A fake timer that the test controls. */
function fakeTimer() {
  let now = 0
  let renew: (() => Promise<void>) | undefined
  const timer: LeaseTimer = {
    now: () => now,
    every: (_ms, callBack) => {
      renew = callBack
      return () => {
        renew = undefined
      }
    },
  }
  return {
    timer,
    /** A third of the lease passes: it is time to renew. */
    passThird: async () => {
      now += 10_000
      await renew?.()
    },
    /** Time passes without a renewal, as when the process is suspended. */
    stand: (seconds: number) => {
      now += seconds * 1000
    },
  }
}

async function status(db: Database) {
  const [work] = await readJobRequests(db)
  if (work === undefined) throw new Error('never requested')
  return work
}

/** A job that must not run. The runner would store the failure of one that throws. */
const never =
  (t: Test): Job =>
  async () =>
    void t.fail('this was not requested')

t.test('runs requested work once, and nothing that was not requested', async t => {
  const { db } = await testDatabase(t)
  await run(db, never(t))
  await requestJob(db, 'push')
  await requestJob(db, 'push')
  let runs = 0
  await run(db, async () => void (runs += 1))
  t.equal(runs, 1)
  t.match(await status(db), { doneNumber: 2n, lastError: null, running: false })
  await run(db, never(t))
})

t.test('a request during a run causes another run, at most four in a row', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  let runs = 0
  await run(db, async () => {
    runs += 1
    if (runs === 1) await requestJob(db, 'push')
  })
  t.equal(runs, 2)
  t.match(await status(db), { requestNumber: 2n, doneNumber: 2n })

  runs = 0
  await requestJob(db, 'push')
  await run(db, async () => {
    runs += 1
    await requestJob(db, 'push')
  })
  t.equal(runs, 4, 'then it gives way to other work')
  const { requestNumber, doneNumber } = await status(db)
  t.equal(requestNumber - doneNumber, 1n, 'the last request is still open')
})

t.test('stores the code and facts of a failure, with a retry time', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const before = Temporal.Now.instant()
  await run(db, async () => {
    throw new Trouble({ code: 'slow-down', facts: { seconds: 120 }, retryAfterSeconds: 120 })
  })
  const failed = await status(db)
  t.match(failed, { doneNumber: 0n, running: false })
  t.same(failed.lastError, { code: 'slow-down', facts: { seconds: 120 } })
  const wait = before.until(failed.nextAttemptAt ?? before)
  t.ok(wait.total('seconds') > 119)
  await run(db, never(t))
  await requestJob(db, 'push')
  await run(db, never(t))
  t.match(await status(db), { attempts: 1 }, 'a new request does not shorten the provider’s wait')
})

t.test('a failure that needs a person is retried only on request', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  await run(db, async () => {
    throw new Trouble({ code: 'gone', facts: {}, pauseSeconds: 3600 })
  })
  await run(db, never(t))
  let runs = 0
  await requestJob(db, 'push')
  await run(db, async () => void (runs += 1))
  t.equal(runs, 1)
  t.match(await status(db), { lastError: null })
})

t.test('renews the lease during the run', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const { timer, passThird } = fakeTimer()
  await run(
    db,
    async ({ guard }) => {
      for (let part = 0; part < 10; part += 1) {
        // As if the same time had passed in the database.
        const nearlyOver = Temporal.Now.instant().add({ seconds: 5 })
        await db.updateTable('job_requests').set({ claimed_until: nearlyOver.toString() }).execute()
        await passThird()
        guard()
        const renewed = db.selectFrom('job_requests').where('claimed_until', '>', nearlyOver)
        t.equal((await renewed.select('kind').execute()).length, 1, 'renewed')
      }
      t.equal(await claimJob(db, 'push', { leaseSeconds: 1 }), undefined, 'it stays claimed')
    },
    { timer },
  )
  t.match(await status(db), { doneNumber: 1n })
})

t.test('a run that lost its lease stops and leaves the work to the next worker', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  let refused: unknown
  const { timer, passThird } = fakeTimer()
  await run(
    db,
    async ({ guard, signal }) => {
      // Another worker claimed the work, as if this one had been suspended.
      await db.updateTable('job_requests').set({ claim: crypto.randomUUID() }).execute()
      await passThird()
      t.ok(signal.aborted)
      try {
        guard()
      } catch (error) {
        refused = error
        throw error
      }
    },
    { timer },
  )
  t.match(refused, { name: 'LeaseLostError' })
  t.match(await status(db), { doneNumber: 0n, lastError: null, running: true })
})

t.test('a process that slept past its lease notices at once', async t => {
  t.plan(1)
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const { timer, stand } = fakeTimer()
  await run(
    db,
    async ({ guard }) => {
      guard()
      stand(31)
      t.throws(guard, { name: 'LeaseLostError' })
    },
    { timer },
  )
})

t.test('a failure without its own wait backs off', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const before = Temporal.Now.instant()
  await run(db, async () => {
    throw new Error('unexpected')
  })
  const { nextAttemptAt, lastError } = await status(db)
  // The first wait is one to two seconds from the failure on.
  t.ok(before.until(nextAttemptAt ?? before).total('seconds') >= 1)
  t.ok(
    Temporal.Now.instant()
      .until(nextAttemptAt ?? before)
      .total('seconds') <= 2,
  )
  t.same(lastError, { code: 'unexpected', facts: {} })
})
