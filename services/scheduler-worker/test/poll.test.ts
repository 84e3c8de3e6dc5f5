import {
  announceChannel,
  confirmChannel,
  saveSync,
  type Channel,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { claimJob, failJob, finishJob, readJobRequests } from '@night-routine/database/jobs'
import t from 'tap'
import { absencesDue, channelDue, nextPollIn, poll, pullDue, readNextPollIn } from '../src/poll.ts'
import { selectedHousehold } from './household.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const ago = (minutes: number) => now.subtract({ seconds: Math.round(minutes * 60) })
const address = 'https://nights.example.org/api/webhook/calendar'
const look = { address: null, now, first: false }

t.test('decides when a pull is due', async t => {
  const table: [last: Temporal.Instant | null, live: boolean, first: boolean, due: boolean][] = [
    [null, true, false, true],
    [null, false, false, true],
    [ago(0), false, true, false],
    [ago(1.99), false, false, false],
    [ago(2), false, false, true],
    [ago(2), true, false, false],
    [ago(14.99), true, false, false],
    [ago(15), true, false, true],
    [ago(1.99), true, true, false],
    [ago(2), true, true, true],
    [ago(60 * 24 * 30), true, false, true],
    [ago(-0.01), true, false, true],
    [ago(-60 * 24 * 365), false, false, true],
  ]
  for (const [lastPullAt, live, first, due] of table) {
    const state = { lastPullAt, live, first }
    t.equal(pullDue(state, now), due, JSON.stringify(state))
  }
})

t.test('checks again when the next pull is due, and every 30 s at least', async t => {
  const table: [last: Temporal.Instant | null, live: boolean, seconds: number][] = [
    [null, false, 30],
    [ago(0), false, 30],
    [ago(1.75), false, 15],
    [ago(2), false, 30],
    [ago(1.75), true, 30],
    [ago(14.9), true, 6],
    [ago(-60), false, 30],
  ]
  for (const [lastPullAt, live, seconds] of table)
    t.equal(nextPollIn({ lastPullAt, live }, now, 30), seconds, `${String(lastPullAt)} ${live}`)
})

const absencesDueAfter = (...times: Temporal.Instant[]) =>
  absencesDue(
    times.map(checkedAt => ({ checkedAt })),
    now,
  )

t.test('reads the calendars with absences every hour', async t => {
  t.equal(absencesDueAfter(), false, 'without any')
  t.equal(absencesDueAfter(ago(59)), false)
  t.equal(absencesDueAfter(ago(60)), true)
  t.equal(absencesDueAfter(ago(1), ago(60)), true, 'when one of them was read an hour ago')
  t.equal(absencesDueAfter(ago(-1)), true, 'after the clock is set back')
})

t.test('decides when channel work is due', async t => {
  const working: Channel = {
    id: 1n,
    channelId: 'channel',
    calendarId: 'family',
    resourceId: 'resource',
    tokenHash: 'hash',
    address,
    state: 'live',
    retiredAt: null,
    createdAt: ago(60),
    expiration: ago(-180),
  }
  const table: [is: string, change: Partial<Channel> | null, facts: object, due: boolean][] = [
    ['none', null, {}, true],
    ['none, and none wanted', null, { address: null }, false],
    ['a live one', {}, {}, false],
    ['a third of its life left', { expiration: ago(-30) }, {}, true],
    ['a live one, and no calendar', {}, { calendarId: null }, true],
  ]
  for (const [is, change, facts, due] of table) {
    const channels = change === null ? [] : [{ ...working, ...change }]
    t.equal(channelDue({ channels, calendarId: 'family', address, now, ...facts }), due, is)
  }
})

/** A channel of seven days that is live since `now`. */
async function goLive(db: Database, calendarId = 'family') {
  const channelId = crypto.randomUUID()
  await announceChannel(db, { channelId, calendarId, tokenHash: 'hash', address })
  const expiration = Temporal.Now.instant().add({ hours: 24 * 7 })
  await confirmChannel(db, channelId, { resourceId: 'resource', expiration })
}

/** Marks all requests as done. */
async function done(db: Database) {
  for (const { kind } of await readJobRequests(db)) {
    const claim = await claimJob(db, kind, { leaseSeconds: 60 })
    if (claim) await finishJob(db, claim)
  }
}

t.test('one of many workers requests a pull; while it runs or waits, none does', async t => {
  const { db } = await selectedHousehold(t)
  t.same(await poll(db, look), [])
  const late = { ...look, now: now.add({ minutes: 2 }) }
  const asked = await Promise.all([poll(db, late), poll(db, late), poll(db, late)])
  t.same(asked.flat(), ['pull'])
  const tooLate = { ...look, now: now.add({ hours: 5 }) }
  const claim = await claimJob(db, 'pull', { leaseSeconds: 60 })
  if (claim === undefined) throw new Error('not due')
  t.same(await poll(db, tooLate), [], 'while it runs')
  const failure = { code: 'calendarError.unauthorized', facts: {} }
  await failJob(db, claim, { failure, waitSeconds: 3600, waitRequired: false })
  t.same(await poll(db, tooLate), [], 'while it waits')
  await saveSync(db, 'family', { lastPullAt: late.now })
  const at = (seconds: number) => ({ ...look, now: late.now.add({ seconds }) })
  t.equal(await readNextPollIn(db, at(60), 30), 30)
  t.equal(await readNextPollIn(db, at(110), 30), 10)
})

t.test('pulls rarely with a channel, and requests work for a missing or useless one', async t => {
  const { db } = await selectedHousehold(t)
  t.same(await poll(db, { ...look, address }), ['channel'])
  t.same(await poll(db, { ...look, address }), [], 'once')
  await done(db)
  await goLive(db)
  const later = { ...look, address, now: Temporal.Now.instant().round('second') }
  await saveSync(db, 'family', { lastPullAt: later.now })
  const minutesLater = (minutes: number) => ({ ...later, now: later.now.add({ minutes }) })
  t.same(await poll(db, minutesLater(14)), [])
  t.same(await poll(db, minutesLater(15)), ['pull'], 'less often than without a channel')
  await done(db)
  t.same(await poll(db, { ...later, address: `${address}/moved` }), ['channel'])
  await done(db)
  t.same(await poll(db, { ...later, address: null }), ['channel'])
  await done(db)
  await goLive(db, 'another')
  t.same(await poll(db, later), ['channel'])
})

t.test('requests nothing without a selected calendar', async t => {
  const { db } = await selectedHousehold(t)
  await db.deleteFrom('calendar_settings').execute()
  t.same(await poll(db, { ...look, address, now: now.add({ hours: 1 }) }), [])
  await goLive(db)
  t.same(await poll(db, { ...look, address }), ['channel'], 'but a channel to stop')
})
