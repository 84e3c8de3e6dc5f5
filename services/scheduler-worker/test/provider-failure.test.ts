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
import { never, startWorker } from './worker.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }

/** Lets the waits of all jobs end now. */
async function endWaits({ db }: Pick<Household, 'db'>) {
  const over = Temporal.Now.instant().toString()
  await db.updateTable('job_requests').set({ next_attempt_at: over }).execute()
}

t.test('retries a failing provider when the wait is over', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 3)
  await control.fail({ path: 'events', status: 503, count: 1 })
  await requestJob(db, 'push')
  await startWorker(t, household, { clock, sweepSeconds: never })
  await waitFor('a failure', async () => (await workOf(db, 'push'))?.lastError)
  await settled(db)
  t.same(await callsTo(household), ['POST 503', 'POST 200', 'POST 200', 'POST 200'])
  t.equal((await workOf(db, 'push'))?.lastError, null)
})

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

t.test('a cut connection causes no duplicate event', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 4)
  await control.drop({ path: 'events', when: 'before', count: 1 })
  await control.drop({ path: 'events', when: 'after', count: 1 })
  await requestJob(db, 'push')
  await startWorker(t, household, { clock })
  await settled(db)
  const nights = visibleNights(await control.events('family'))
  t.equal(nights.length, 4)
  t.equal(new Set(nights).size, 4)
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

t.test('checks a missing calendar again after a pause', async t => {
  const household = await connectedHousehold(t)
  const { db, control } = household
  await recordNights(db, tonight, 2)
  await control.removeCalendar('family')
  await requestJob(db, 'push')
  const start = Temporal.Now.instant()
  await startWorker(t, household, { clock })
  const failed = await waitFor('a failure', async () => {
    const work = await workOf(db, 'push')
    return work?.lastError ? work : undefined
  })
  t.same(failed.lastError, { code: 'calendarError.calendar-gone', facts: {} })
  // It failed at some moment since the start, and this test may see it late.
  const next = failed.nextAttemptAt ?? start
  t.ok(start.until(next).total('seconds') > 15)
  t.ok(Temporal.Now.instant().until(next).total('seconds') <= 20)
  t.same(await callsTo(household), ['POST 404', 'GET 404'])
  await control.saveCalendar({
    id: 'family',
    summary: 'Family',
    roles: { 'alex@example.com': 'owner' },
  })
  await endWaits(household)
  await settled(db)
  t.equal(visibleNights(await control.events('family')).length, 2)
})
