import {
  claimWork,
  dueWork,
  failWork,
  finishWork,
  readWork,
  requestWork,
  type Claim,
  type Database,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'

const lease = { leaseSeconds: 60 }
const ownWait = { error: 'The calendar did not answer', retryAfterSeconds: null }

async function claimPush(db: Database): Promise<Claim> {
  const claim = await claimWork(db, 'push', lease)
  if (!claim) throw new Error('nothing to claim')
  return claim
}

t.test('after a rest it is due again, and signals do not end that', async t => {
  const { db } = await testDatabase(t)
  await requestWork(db, 'push', { signals: 3 })
  const first = await claimPush(db)
  t.match(first, { requestNumber: 3n, requests: 3 })
  await requestWork(db, 'push', { signals: 2 })
  t.equal(await finishWork(db, first, { restSeconds: 60 }), 'again')
  const resting = (await readWork(db))[0]
  t.match(resting, { requestNumber: 5n, doneNumber: 3n, attempts: 0, lastError: null })
  t.ok(resting?.nextAttemptAt instanceof Temporal.Instant)
  await requestWork(db, 'push', { signals: 1 })
  t.equal(await claimWork(db, 'push', lease), undefined)
  t.same(await dueWork(db), [])
  await sql`update work set next_attempt_at = clock_timestamp()`.execute(db)
  const second = await claimPush(db)
  t.match(second, { requestNumber: 6n, requests: 3 })

  await finishWork(db, second, { restSeconds: 60 })
  await requestWork(db, 'push')
  t.ok(await claimWork(db, 'push', lease), 'somebody who waits for it does')
})

t.test('signals end the wait after a failure', async t => {
  const { db } = await testDatabase(t)
  await requestWork(db, 'push')
  await failWork(db, await claimPush(db), ownWait)
  await requestWork(db, 'push', { signals: 1 })
  t.match(await claimPush(db), { attempts: 2, requests: 2 })
})
