import { noteClock } from '@night-routine/database/clock'
import { requestJob } from '@night-routine/database/jobs'
import { createSession, findSessionRecord } from '@night-routine/database/people'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { connectedHousehold, settled, visibleNights, workOf } from './household.ts'
import { startWorker } from './worker.ts'

const right = Temporal.Instant.from('2026-11-20T18:00:00Z')
const daysLater = (days: number) => right.add({ hours: 24 * days })

/** A household whose calendar shows its six nights, and a worker whose clock says what `at` says. */
async function written(t: Test) {
  const household = await connectedHousehold(t, { lookAheadDays: 6 })
  const { db, control } = household
  let reads = 0
  const clock = {
    at: right,
    now: () => {
      reads += 1
      return clock.at
    },
  }
  const session = { email: 'alex@example.com', subject: '1', tokenHash: 'alex', now: right }
  await createSession(db, session)
  const worker = await startWorker(t, household, { clock, sweepSeconds: 0.1 })
  await requestJob(db, 'plan')
  await settled(db)
  const stand = async () => ({
    nights: (await db.selectFrom('assignments').select('night').orderBy('night').execute()).map(
      ({ night }) => night.toString(),
    ),
    events: visibleNights(await control.events('family')),
    session: (await findSessionRecord(db, 'alex')) !== undefined,
  })
  /** Resolves when it has looked at the clock some more times. */
  const looks = (more: number) => {
    const before = reads
    return waitFor(`${more} looks at the clock`, () => reads >= before + more)
  }
  return { db, clock, looks, stand, worker }
}

t.test('a worker waits while its clock cannot be right, and goes on once it is', async t => {
  const { db, clock, looks, stand, worker } = await written(t)
  const before = await stand()
  t.equal(before.events.length, 6)
  const checks = async () =>
    (await worker.inject('/readyz')).json<{ checks: { clock: string } }>().checks
  const wrong = ['2016-01-01T00:00:00Z', daysLater(-3), daysLater(60), '2038-01-19T03:14:07Z']
  for (const at of wrong.map(text => Temporal.Instant.from(text))) {
    clock.at = at
    for (const kind of ['plan', 'push'] as const) await requestJob(db, kind)
    await looks(5)
    t.match(await checks(), { clock: 'wrong' })
    t.match(await workOf(db, 'plan'), { doneNumber: 1n, running: false })
    t.same(await stand(), before, at.toString())
  }
  clock.at = daysLater(1)
  await settled(db)
  t.match(await checks(), { clock: 'ok' })
  const after = await stand()
  t.same(after.nights, [...before.nights, '2026-11-26'])
  t.same(after.events, after.nights)

  clock.at = daysLater(60)
  await noteClock(db, clock.at, { trusts: true })
  await requestJob(db, 'plan')
  await settled(db)
  const { events } = await stand()
  t.equal(events.filter(night => night >= '2027-01-19').length, 6, 'a person says it is right')
})
