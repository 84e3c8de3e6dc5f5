import { readNotices, saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readNights } from '@night-routine/database/nights'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { callsTo, visibleNights, type Household } from './household.ts'
import { livingHousehold, quiet } from './notified.ts'
import { startWorker } from './worker.ts'

const far = Temporal.PlainDate.from('2200-01-01')

async function nightsOf({ db }: Pick<Household, 'db'>) {
  return readNights(db, Temporal.PlainDate.from('2000-01-01'), far)
}

/** Our events as the calendar shows them, in order of nights. */
async function eventsOf({ control }: Pick<Household, 'control'>, calendarId = 'family') {
  const events = await control.events(calendarId)
  return events
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((one, two) => ((one.start.date ?? '') < (two.start.date ?? '') ? -1 : 1))
}

async function isLocked(household: Pick<Household, 'db'>, night: string, name: string | null) {
  const found = (await nightsOf(household)).find(one => one.night.toString() === night)
  return found?.override === true && found.babysitter?.name === name
}

t.test('fills a new calendar, opens a channel and follows an edited title', async t => {
  const household = await livingHousehold(t, { hasQueue: true })
  const { control } = household
  t.equal((await eventsOf(household)).length, 6)
  t.match(await control.channels(), [{ calendarId: 'family', stopped: false }])
  const first = await callsTo(household)
  t.equal(first.filter(call => call === 'POST 200').length, 7, 'six events and a channel')

  const event = (await eventsOf(household))[3]
  const night = event?.start.date ?? ''
  const before = new Set((await eventsOf(household)).map(({ etag }) => etag))
  await control.editEvent('family', event?.id ?? '', { summary: '[Grandma]' })
  await waitFor('the lock', async () => isLocked(household, night, 'Grandma'))
  await waitFor('the calendar', async () =>
    (await eventsOf(household)).some(({ summary }) => summary === '[Grandma] 🌃👶Routine'),
  )
  await quiet(household)
  const calls = await callsTo(household)
  const changed = (await eventsOf(household)).filter(({ etag }) => !before.has(etag)).length
  const writes = calls.filter(call => call.startsWith('PATCH')).length
  const reads = calls.filter(call => call.startsWith('GET')).length
  t.equal(writes, changed, 'one write for each night that changed')
  t.ok(reads >= 1 && reads <= 1 + writes, 'one read, and one for what our own writes told us')
  t.equal(writes + reads, calls.length)
})

t.test('duplicate, late and reordered notifications change nothing', async t => {
  const household = await livingHousehold(t)
  const { control } = household
  const [one, two, three] = (await eventsOf(household)).slice(2)
  await control.notifications({ mode: 'duplicate' })
  await control.editEvent('family', one?.id ?? '', { summary: '[Kim]' })
  await quiet(household)
  await control.notifications({ mode: 'hold' })
  await control.editEvent('family', two?.id ?? '', { summary: '[Dana]' })
  await control.editEvent('family', three?.id ?? '', { summary: 'Bedtime' })
  await control.notifications({ mode: 'release-reversed' })
  await waitFor('the lock', async () => isLocked(household, two?.start.date ?? '', 'Dana'))
  await quiet(household)
  t.ok(await isLocked(household, one?.start.date ?? '', 'Kim'))
  t.match(await readNotices(household.db), [{ kind: 'unreadable' }])
  t.equal((await eventsOf(household)).length, 6)
  await callsTo(household)
  await quiet(household)
  t.same(await callsTo(household), [])
})

t.test('a lost notification delays an edit but does not lose it', async t => {
  const household = await livingHousehold(t)
  const { control, db, service } = household
  const event = (await eventsOf(household))[2]
  const night = event?.start.date ?? ''
  await control.notifications({ mode: 'drop' })
  await control.editEvent('family', event?.id ?? '', { summary: '[Kim]' })
  await quiet(household)
  t.notOk(await isLocked(household, night, 'Kim'))
  await service.close()
  // 15 minutes later, or when the worker restarts.
  const past = Temporal.Now.instant().subtract({ minutes: 16 })
  await db.updateTable('calendar_sync').set({ last_pull_at: past.toString() }).execute()
  await startWorker(t, household)
  await waitFor('the lock', async () => isLocked(household, night, 'Kim'))
})

t.test('replaces a channel that expired during downtime and misses nothing', async t => {
  const household = await livingHousehold(t)
  const { control, db, service } = household
  await service.close()
  await control.expireChannel()
  const past = Temporal.Now.instant().subtract({ hours: 1 })
  await db.updateTable('notification_channels').set({ expiration: past.toString() }).execute()
  const event = (await eventsOf(household))[2]
  await control.editEvent('family', event?.id ?? '', { summary: '[Kim]' })
  await startWorker(t, household)
  await waitFor('the lock', async () => isLocked(household, event?.start.date ?? '', 'Kim'))
  await quiet(household)
  const alive = (await control.channels()).filter(({ expiration }) => expiration > Date.now())
  t.equal(alive.length, 1)
})

t.test('moving to another calendar leaves no events in the previous one', async t => {
  const household = await livingHousehold(t)
  const { control, db } = household
  await control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner' },
  })
  await transaction(db, async trx => {
    await saveCalendar(trx, { calendarId: 'second', calendarName: 'Second' })
    await trx.updateTable('job_requests').set({ request_number: 1000n }).execute()
  })
  await waitFor('the new one', async () => (await eventsOf(household, 'second')).length === 6)
  await quiet(household)
  t.same(visibleNights(await control.events('family')), [])
  const live = (await control.channels()).filter(({ stopped }) => !stopped)
  t.match(live, [{ calendarId: 'second' }])
  t.equal(live.length, 1)
})

t.test('two workers make one channel, one plan and one event per night', async t => {
  const household = await livingHousehold(t)
  const { control } = household
  await startWorker(t, household)
  const [, , one, two, three] = await eventsOf(household)
  for (const [event, name] of [
    [one, 'Kim'],
    [two, 'Dana'],
    [three, 'Grandma'],
  ] as const)
    await control.editEvent('family', event?.id ?? '', { summary: `[${name}]` })
  await waitFor('the locks', async () => isLocked(household, three?.start.date ?? '', 'Grandma'))
  await quiet(household)
  t.ok(await isLocked(household, one?.start.date ?? '', 'Kim'))
  t.ok(await isLocked(household, two?.start.date ?? '', 'Dana'))
  t.equal(new Set(visibleNights(await control.events('family'))).size, 6)
  t.equal((await eventsOf(household)).length, 6)
  t.equal((await control.channels()).filter(({ stopped }) => !stopped).length, 1)
})
