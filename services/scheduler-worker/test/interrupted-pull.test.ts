import { once } from 'node:events'
import { requestJob } from '@night-routine/database/jobs'
import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import t, { type Test } from 'tap'
import { callsTo, settled, workOf, type Household } from './household.ts'
import { livingHousehold, quiet } from './notified.ts'
import { forkWorker, startWorker, wakeAndStop } from './worker.ts'

/** A household without a worker, whose nights people have given away in the calendar. */
async function editedHousehold(t: Test, names: readonly string[]) {
  const household = await livingHousehold(t)
  await household.service.close()
  const { control } = household
  const events = (await control.events('family')).slice(2)
  for (const [index, name] of names.entries())
    await control.editEvent('family', events[index]?.id ?? '', { summary: `[${name}]` })
  await control.clearRequests()
  return { ...household, events }
}

async function sitters({ db }: Pick<Household, 'db'>): Promise<(string | null)[]> {
  const from = Temporal.Now.plainDateISO('Europe/Paris').subtract({ days: 1 })
  const nights = await readNights(db, from, from.add({ days: 30 }))
  return nights.flatMap(({ override, babysitter }) => (override ? [babysitter?.name ?? null] : []))
}

async function secondPageAsked({ control }: Pick<Household, 'control'>) {
  return (await control.requests()).some(({ query }) => query.includes('pageToken'))
}

t.test('after a kill between two pages the next pull misses nothing', async t => {
  const household = await editedHousehold(t, ['Kim', 'Dana', 'Grandma'])
  const { control, db } = household
  await control.limitPages({ size: 2 })
  await control.delay({ path: '/events$', query: 'pageToken', milliseconds: 60_000, count: 1 })
  await requestJob(db, 'pull')
  const worker = await forkWorker(t, household)
  await waitFor('the second page', () => secondPageAsked(household))
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  t.same(await sitters(household), [], 'the first page alone counts for nothing')
  await startWorker(t, household)
  await waitFor('all three', async () => (await sitters(household)).length === 3)
  t.same(await sitters(household), ['Kim', 'Dana', 'Grandma'])
})

t.test('a worker that slept past its lease does not overwrite its successor', async t => {
  const household = await editedHousehold(t, ['Kim'])
  const { control, db, events } = household
  const list = { path: '/events$', method: 'GET' }
  await control.delay({ ...list, when: 'after', milliseconds: 60_000, count: 1 })
  await requestJob(db, 'pull')
  const worker = await forkWorker(t, household)
  await waitFor('its request', async () =>
    (await control.requests()).some(
      ({ method, path }) => method === list.method && path.endsWith('/events'),
    ),
  )
  worker.kill('SIGSTOP')
  await control.editEvent('family', events[0]?.id ?? '', { summary: '[Dana]' })
  await startWorker(t, household)
  await waitFor('Dana', async () => (await sitters(household)).includes('Dana'))
  await settled(db)
  await control.releaseDelayed()
  await wakeAndStop(worker)
  await quiet(household)
  t.same(await sitters(household), ['Dana'])
})

t.test('a revoked grant causes no retry storm; an expired sync token loses no edit', async t => {
  const household = await editedHousehold(t, ['Kim'])
  const { control, db, connect, events } = household
  await control.revokeGrants()
  await requestJob(db, 'pull')
  await startWorker(t, household)
  const failed = await waitFor('a failure', async () => (await workOf(db, 'pull'))?.lastError)
  t.equal(failed.code, 'calendarError.unauthorized')
  t.same(await callsTo(household), ['GET 401', 'token 400'])
  await requestJob(db, 'pull')
  await waitFor('another attempt', async () => (await workOf(db, 'pull'))?.attempts === 2)
  await waitFor('its end', async () => (await workOf(db, 'pull'))?.running === false)
  t.same(await callsTo(household), [], 'no further calls')
  await connect()
  await requestJob(db, 'pull')
  await waitFor('Kim', async () => (await sitters(household)).includes('Kim'))
  await quiet(household)

  await control.expireSyncTokens()
  await control.clearRequests()
  await control.editEvent('family', events[1]?.id ?? '', { summary: '[Dana]' })
  await waitFor('Dana', async () => (await sitters(household)).includes('Dana'))
  await quiet(household)
  t.match((await callsTo(household)).slice(0, 2), ['GET 410', 'GET 200'])
})
