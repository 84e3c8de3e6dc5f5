import { householdTransaction } from '@night-routine/database/connection'
import { readJobRequests, requestJob } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { handlersFor, heldRun } from './handlers.ts'
import {
  connectedHousehold,
  selectedHousehold,
  settled,
  visibleNights,
  workOf,
} from './household.ts'
import { never, startWorker } from './worker.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const clock = { now: () => Temporal.Instant.from('2026-11-20T18:00:00Z') }

t.test('plans from tonight to the horizon, with the schedule as the actor', async t => {
  const { db } = await selectedHousehold(t, { lookAheadDays: 12 })
  await handlersFor(db).plan(heldRun)
  const nights = await readNights(db, tonight, tonight.add({ days: 400 }))
  t.equal(nights.length, 12)
  t.match(await db.selectFrom('history').selectAll().execute(), [
    { actor_kind: 'schedule', email: null, action: 'nights-planned' },
  ])
  t.match(await readJobRequests(db), [{ kind: 'push', requestNumber: 1n }])
})

t.test('a plan request plans and then fills the calendar', async t => {
  const household = await connectedHousehold(t, { lookAheadDays: 5 })
  const { db, control } = household
  await requestJob(db, 'plan')
  await startWorker(t, household, { clock, sweepSeconds: never })
  await waitFor('the push', () => workOf(db, 'push'))
  await settled(db)
  t.equal(visibleNights(await control.events('family')).length, 5)
})

t.test('waits and retries while the household is locked', async t => {
  const household = await connectedHousehold(t, { lookAheadDays: 3 })
  const { db } = household
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const busy = householdTransaction(db, () => {
    held.resolve()
    return release.promise
  })
  await held.promise
  await requestJob(db, 'plan')
  await startWorker(t, household, { clock, settings: { LEASE_SECONDS: '10' } })
  const failed = await waitFor('a failure', async () => (await workOf(db, 'plan'))?.lastError)
  t.same(failed, { code: 'status.busy', facts: {} })
  release.resolve()
  await busy
  await settled(db)
  t.equal((await readNights(db, tonight, tonight.add({ days: 10 }))).length, 3)
})
