import { requestJob } from '@night-routine/database/jobs'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import {
  callsTo,
  connectedHousehold,
  recordNights,
  settled,
  visibleNights,
  workOf,
  type Household,
} from './household.ts'
import { startWorker } from './worker.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }

/** Lets the waits of all jobs end now. */
async function endWaits({ db }: Pick<Household, 'db'>) {
  const over = Temporal.Now.instant().toString()
  await db.updateTable('job_requests').set({ next_attempt_at: over }).execute()
}

t.test('waits as long as the provider asks', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 2)
  const limit = { status: 429, reason: 'rateLimitExceeded', retryAfterSeconds: 600, count: 1 }
  await control.fail({ path: 'events', ...limit })
  await requestJob(db, 'push')
  await startWorker(t, household, { clock })
  await waitFor('a failure', async () => (await workOf(db, 'push'))?.lastError)
  const next = (await workOf(db, 'push'))?.nextAttemptAt?.toString()
  t.ok(next)
  await requestJob(db, 'push')
  t.equal((await workOf(db, 'push'))?.nextAttemptAt?.toString(), next, 'also when people ask again')
  t.same(await callsTo(household), ['POST 429'])
  await endWaits(household)
  await settled(db)
  t.same(await callsTo(household), ['POST 200', 'POST 200'])
})

t.test(
  'a revoked grant gives a clear message, no retry storm, and recovers after reconnecting',
  async t => {
    const household = await connectedHousehold(t)
    const { db, control } = household
    await recordNights(db, tonight, 2)
    await control.revokeGrants()
    await requestJob(db, 'push')
    await startWorker(t, household, { clock })
    await waitFor('a failure', async () => (await workOf(db, 'push'))?.lastError)
    t.match(await workOf(db, 'push'), { lastError: { code: 'calendarError.unauthorized' } })
    t.same(await callsTo(household), ['POST 401', 'token 400'])
    await requestJob(db, 'push')
    await waitFor('another attempt', async () => (await workOf(db, 'push'))?.attempts === 2)
    await waitFor('its end', async () => (await workOf(db, 'push'))?.running === false)
    t.same(await callsTo(household), [], 'no further calls')

    await household.connect()
    await requestJob(db, 'push')
    await settled(db)
    t.equal(visibleNights(await control.events('family')).length, 2)
  },
)
