import { setTimeout as sleep } from 'node:timers/promises'
import { noteClock } from '@night-routine/database/clock'
import { requestJob } from '@night-routine/database/jobs'
import { createSession, findSessionRecord } from '@night-routine/database/people'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { connectedHousehold, settled, visibleNights, workOf } from './household.ts'
import { startWorker } from './worker.ts'

const right = Temporal.Instant.from('2026-11-20T18:00:00Z')
const daysLater = (days: number) => right.add({ hours: 24 * days })

/** A household whose calendar shows its 42 nights, and a worker whose clock says what `at` says. */
async function written(t: Test) {
  const household = await connectedHousehold(t, { lookAheadDays: 42 })
  const { db, control } = household
  const clock = { at: right, now: () => clock.at }
  await createSession(db, {
    email: 'alex@example.com',
    subject: '1',
    tokenHash: 'alex',
    now: right,
  })
  const start = async () => startWorker(t, household, { clock })
  const first = await start()
  const plan = async () => {
    await requestJob(db, 'plan')
    await settled(db)
  }
  await plan()
  await first.close()
  const stand = async () => ({
    nights: (await db.selectFrom('assignments').select('night').orderBy('night').execute()).map(
      ({ night }) => night.toString(),
    ),
    events: visibleNights(await control.events('family')),
    session: (await findSessionRecord(db, 'alex')) !== undefined,
  })
  return { db, clock, start, plan, stand }
}

t.test('a worker waits while its clock cannot be right, and goes on once it is', async t => {
  const wrong = [Temporal.Instant.from('2016-01-01T00:00:00Z'), daysLater(-3), daysLater(60)]
  for (const at of [...wrong, Temporal.Instant.from('2038-01-19T03:14:07Z')]) {
    const { db, clock, start, stand } = await written(t)
    const before = await stand()
    t.equal(before.events.length, 42)
    clock.at = at
    const worker = await start()
    const checks = async () =>
      (await worker.inject('/readyz')).json<{ checks: { clock: string } }>().checks
    await waitFor('a sweep', async () => (await worker.inject('/readyz')).statusCode === 200)
    t.match(await checks(), { clock: 'wrong' })
    for (const kind of ['plan', 'push'] as const) await requestJob(db, kind)
    await sleep(2_500)
    t.match(await workOf(db, 'plan'), { attempts: 0, running: false })
    t.same(await stand(), before, at.toString())

    clock.at = daysLater(1)
    await settled(db)
    t.match(await checks(), { clock: 'ok' })
    const after = await stand()
    t.same(after.nights, [...before.nights, '2027-01-01'])
    t.same(after.events, after.nights)
  }
})

t.test('a person can say that the clock is right', async t => {
  const { db, clock, start, plan, stand } = await written(t)
  clock.at = daysLater(60)
  await noteClock(db, clock.now(), { trusts: true })
  await start()
  await plan()
  t.equal((await stand()).events.filter(night => night >= '2027-01-19').length, 42)
})

t.test('a machine that was off for two weeks goes on by itself', async t => {
  const { clock, db, start, stand } = await written(t)
  clock.at = daysLater(14)
  await start()
  await waitFor('the plan', async () => (await workOf(db, 'plan'))?.requestNumber === 2n)
  await settled(db)
  t.equal((await stand()).events.length, 56)
})
