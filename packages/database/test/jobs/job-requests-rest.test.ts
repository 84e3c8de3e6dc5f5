import {
  claimJob,
  dueJobs,
  failJob,
  finishJob,
  readJobRequests,
  requestJob,
  type Claim,
  type Database,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'

const lease = { leaseSeconds: 60 }
const failure = { code: 'timeout', facts: { detail: 'The calendar did not answer' } }
const ownWait = { failure, waitSeconds: 2, waitRequired: false }

async function claimPush(db: Database): Promise<Claim> {
  const claim = await claimJob(db, 'push', lease)
  if (!claim) throw new Error('nothing to claim')
  return claim
}

t.test('after a rest it is due again, and signals do not end that', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push', { signals: 3 })
  const first = await claimPush(db)
  t.match(first, { requestNumber: 3n, requests: 3 })
  await requestJob(db, 'push', { signals: 2 })
  t.equal(await finishJob(db, first, { restSeconds: 60 }), 'again')
  const resting = (await readJobRequests(db))[0]
  t.match(resting, { requestNumber: 5n, doneNumber: 3n, attempts: 0, lastError: null })
  t.ok(resting?.nextAttemptAt instanceof Temporal.Instant)
  await requestJob(db, 'push', { signals: 1 })
  t.equal(await claimJob(db, 'push', lease), undefined)
  t.same(await dueJobs(db), [])
  await sql`update job_requests set next_attempt_at = clock_timestamp()`.execute(db)
  const second = await claimPush(db)
  t.match(second, { requestNumber: 6n, requests: 3 })

  await finishJob(db, second, { restSeconds: 60 })
  await requestJob(db, 'push')
  t.ok(await claimJob(db, 'push', lease), 'a request that is no signal ends the rest')
})

t.test('signals end the wait after a failure', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  await failJob(db, await claimPush(db), ownWait)
  await requestJob(db, 'push', { signals: 1 })
  t.match(await claimPush(db), { attempts: 2, requests: 2 })
})
