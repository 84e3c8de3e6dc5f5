import { transaction, type Database } from '@night-routine/database/connection'
import {
  claimJob,
  dueJobs,
  failJob,
  finishJob,
  forgetFailures,
  readJobRequests,
  renewClaim,
  requestJob,
  type Claim,
  type JobKind,
} from '@night-routine/database/jobs'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'

const lease = { leaseSeconds: 60 }
const failure = { code: 'timeout', facts: { detail: 'The calendar did not answer' } }
const ownWait = { failure, waitSeconds: 2, waitRequired: false }
const askedToWait = { failure, waitSeconds: 30, waitRequired: true }

async function claimPush(db: Database): Promise<Claim> {
  const claim = await claimJob(db, 'push', lease)
  if (!claim) throw new Error('nothing to claim')
  return claim
}

async function pushStatus(db: Database) {
  return (await readJobRequests(db)).find(({ kind }) => kind === 'push')
}

/** Makes leases and waits end now, as if time had passed. */
async function passTime(db: Database) {
  await sql`update job_requests set claimed_until = claimed_until - interval '1 day',
    next_attempt_at = next_attempt_at - interval '1 day'`.execute(db)
}

t.test('a lease or wait from a clock that was far ahead does not hold', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const claim = await claimPush(db)
  t.same(await dueJobs(db), [], 'while it runs')
  await sql`update job_requests set claimed_until = now() + interval '11 years'`.execute(db)
  t.same(await dueJobs(db), ['push'])
  await failJob(db, claim, askedToWait)
  t.same(await dueJobs(db), [], 'while it waits')
  await sql`update job_requests set next_attempt_at = now() + interval '60 days'`.execute(db)
  t.ok(await claimJob(db, 'push', lease))
})

t.test('requests are numbered, and one run answers all that came before it', async t => {
  const { db } = await testDatabase(t)
  t.equal(await claimJob(db, 'push', lease), undefined)
  t.same(await dueJobs(db), [])
  t.same(await readJobRequests(db), [])
  t.equal(await requestJob(db, 'push'), 1n)
  t.equal(await requestJob(db, 'push'), 2n)
  t.same(await dueJobs(db), ['push'])
  const claim = await claimPush(db)
  t.match(claim, { kind: 'push', requestNumber: 2n, attempts: 1 })
  t.match(await pushStatus(db), { running: true, doneNumber: 0n })
  t.equal(await finishJob(db, claim), 'done')
  t.match(await pushStatus(db), { running: false, doneNumber: 2n, attempts: 0, lastError: null })
  t.ok((await pushStatus(db))?.doneAt)
  t.equal(await claimJob(db, 'push', lease), undefined, 'nothing is left')
  const work = transaction(db, async trx => {
    await requestJob(trx, 'push')
    throw new Error('no')
  })
  await t.rejects(work)
  t.same(await dueJobs(db), [], 'a request is rolled back with its transaction')
})

t.test('a request during the work leads to one more run; kinds do not wait', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const first = await claimPush(db)
  await requestJob(db, 'push')
  await requestJob(db, 'push')
  await requestJob(db, 'plan')
  t.equal(await claimJob(db, 'push', lease), undefined, 'not beside the first')
  t.same(await dueJobs(db), ['plan'])
  t.ok(await claimJob(db, 'plan', lease))
  t.equal(await finishJob(db, first), 'again')
  t.match(await pushStatus(db), { doneNumber: 1n, requestNumber: 3n })
  const second = await claimPush(db)
  t.match(second, { requestNumber: 3n, attempts: 1 })
  t.equal(await finishJob(db, second), 'done')
})

t.test('when a lease has ended another worker takes over, and the first is out', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const first = await claimPush(db)
  await passTime(db)
  t.match(await pushStatus(db), { running: false })
  const second = await claimPush(db)
  t.match(second, { requestNumber: 1n, attempts: 2 })
  t.equal(await renewClaim(db, first, lease), false)
  await failJob(db, first, ownWait)
  t.equal(await finishJob(db, first), 'lost')
  t.match(await pushStatus(db), { running: true, doneNumber: 0n, lastError: null })
  t.equal(await finishJob(db, second), 'done')
})

t.test('a worker whose lease expired can renew it, or finish, if no other came', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const claim = await claimPush(db)
  await passTime(db)
  t.equal(await renewClaim(db, claim, lease), true)
  t.equal(await claimJob(db, 'push', lease), undefined)
  await passTime(db)
  t.equal(await finishJob(db, claim), 'done')
})

t.test('failed work keeps its code and facts, waits, and counts its attempts', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  await failJob(db, await claimPush(db), ownWait)
  const status = await pushStatus(db)
  t.match(status, { lastError: failure, attempts: 1, running: false })
  t.ok(status?.nextAttemptAt instanceof Temporal.Instant)
  t.equal(await claimJob(db, 'push', lease), undefined, 'it waits')
  t.same(await dueJobs(db), [])
  await passTime(db)
  const second = await claimPush(db)
  t.equal(second.attempts, 2)
  t.equal(await finishJob(db, second), 'done')
  t.match(await pushStatus(db), { attempts: 0, lastError: null, nextAttemptAt: null })
})

t.test('a new request, or a signal, ends our own back-off', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  for (const [index, asked] of [{}, { signals: 1 }].entries()) {
    const soonest = Temporal.Now.instant().add({ minutes: 30 })
    await failJob(db, await claimPush(db), { ...ownWait, waitSeconds: 1800 })
    const { nextAttemptAt } = (await pushStatus(db)) ?? {}
    t.ok(nextAttemptAt && Temporal.Instant.compare(nextAttemptAt, soonest) >= 0)
    await requestJob(db, 'push', asked)
    t.same(await dueJobs(db), ['push'])
    t.equal((await pushStatus(db))?.attempts, index + 1, 'the next wait is longer all the same')
  }
})

t.test('a new request does not end a wait that the provider asked for', async t => {
  const { db } = await testDatabase(t)
  await requestJob(db, 'push')
  const before = Temporal.Now.instant()
  await failJob(db, await claimPush(db), askedToWait)
  const after = Temporal.Now.instant()
  await requestJob(db, 'push')
  t.equal(await claimJob(db, 'push', lease), undefined)
  const until = (await pushStatus(db))?.nextAttemptAt
  const seconds = (from: Temporal.Instant) => (until ? from.until(until).total('seconds') : NaN)
  t.ok(seconds(before) >= 30, `${seconds(before)} s after the start of the failure`)
  t.ok(seconds(after) <= 30, `${seconds(after)} s after its end`)
  await passTime(db)
  const own = await claimPush(db)
  await requestJob(db, 'push')
  await failJob(db, own, ownWait)
  const asked = await claimJob(db, 'push', lease)
  t.ok(asked, 'requested during its run, it is due at once: this wait is our own')
  await requestJob(db, 'push')
  if (asked) await failJob(db, asked, askedToWait)
  t.equal(await claimJob(db, 'push', lease), undefined, 'unless the provider asks for a wait')
})

t.test('every kind has its own row; forgotten failures leave no error and no wait', async t => {
  const { db } = await testDatabase(t)
  for (const kind of ['pull', 'plan', 'push', 'channel', 'publish'] as const)
    t.equal(await requestJob(db, kind), 1n, kind)
  t.same(await dueJobs(db), ['channel', 'plan', 'publish', 'pull', 'push'])
  // @ts-expect-error: the schema's type knows every kind, and no other.
  const other: JobKind = 'dance'
  void other
  await failJob(db, await claimPush(db), askedToWait)
  t.notOk((await dueJobs(db)).includes('push'))
  await forgetFailures(db, ['pull', 'push'])
  t.match(await pushStatus(db), { lastError: null, attempts: 0, nextAttemptAt: null })
  t.ok((await dueJobs(db)).includes('push'))
})

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
