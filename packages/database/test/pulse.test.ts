import {
  announceChannel,
  confirmChannel,
  raiseNotice,
  readSealedGrant,
  retireChannel,
  saveCalendar,
  saveCalendarEvents,
  saveDisconnectRequest,
  saveToken,
} from '@night-routine/database/calendar'
import { parseSecretKeys, transaction, type Database } from '@night-routine/database/connection'
import {
  claimJob,
  failJob,
  finishJob,
  readJobRequests,
  requestJob,
} from '@night-routine/database/jobs'
import { appendHistory, saveNights, seedHousehold } from '@night-routine/database/nights'
import { bindMember, createSession, saveMemberParent } from '@night-routine/database/people'
import { readCalendarStatus, readPulse } from '@night-routine/database/pulse'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day, planned } from './nights.ts'
import { plain } from './plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const revision = async (db: Database) => (await readPulse(db, [])).revision

const entry = {
  at: now,
  actorKind: 'person',
  actor: 'alex@example.com',
  action: 'give',
  night: day('2026-11-21'),
  before: null,
  after: null,
} as const

const mirror = {
  calendarId: 'family',
  night: day('2026-11-21'),
  generation: 0,
  eventId: 'event21',
  etag: null,
  pushedHash: null,
  judgedMeaning: null,
  note: null,
  state: 'present',
  unlisted: false,
} as const

const moves: Record<string, (db: Database) => Promise<unknown>> = {
  'a decision': db => transaction(db, trx => appendHistory(trx, [entry])),
  'a push that is asked for': db => requestJob(db, 'push'),
  async 'a push that is done'(db) {
    const claim = await claimJob(db, 'push', { leaseSeconds: 30 })
    if (claim) await finishJob(db, claim)
  },
  async 'a pull that fails'(db) {
    await requestJob(db, 'pull')
    const claim = await claimJob(db, 'pull', { leaseSeconds: 30 })
    const failure = { code: 'calendarError.timeout', facts: {} }
    if (claim) await failJob(db, claim, { failure, waitSeconds: 30, waitRequired: false })
  },
  async 'a pull that works again'(db) {
    await requestJob(db, 'pull')
    const claim = await claimJob(db, 'pull', { leaseSeconds: 30 })
    if (claim) await finishJob(db, claim)
  },
  'an event that is written': db => saveCalendarEvents(db, mirror),
  'another calendar': db =>
    transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })),
  async 'a person who says which parent they are'(db) {
    await bindMember(db, 'robin@example.com', '2')
    const before = await revision(db)
    await saveMemberParent(db, 'robin@example.com', 'b')
    t.not(await revision(db), before)
  },
  'a notice': db => raiseNotice(db, { kind: 'reader-brake', night: null, data: null }, now),
}

t.test('the revision changes with what a page of nights shows, and nothing else', async t => {
  const { db } = await testDatabase(t)
  for (const [what, move] of Object.entries(moves)) {
    const before = await revision(db)
    t.equal(await revision(db), before, 'reading does not move it')
    await move(db)
    t.not(await revision(db), before, what)
  }
  const before = await revision(db)
  await requestJob(db, 'pull')
  t.equal(await revision(db), before, 'a notification that brought nothing')
  await createSession(db, { tokenHash: 'here', email: 'alex@example.com', subject: '1', now })
  t.same((await readPulse(db, ['gone', 'here'])).sessions, ['here'])
  t.same((await readPulse(db, [])).sessions, [])
})

const evening = Temporal.Instant.from('2026-11-20T19:00:00Z')

t.test('says which calendar a household has, and whether it is live', async t => {
  const { db } = await testDatabase(t)
  const { revision: known, ...status } = await readCalendarStatus(db, evening)
  t.same(status, {
    calendarName: null,
    disconnecting: false,
    live: false,
    hasNotices: false,
    hasAsks: false,
    lastEntry: null,
    grant: null,
    seen: null,
    lacksNights: false,
    jobs: [],
  })
  t.equal(known, await revision(db))

  const family = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, family))
  const isLive = async (at = evening) => (await readCalendarStatus(db, at)).live
  const confirmed = { resourceId: 'r', expiration: evening.add({ hours: 1 }) }
  for (const [channelId, calendarId] of Object.entries({ elsewhere: 'another', one: 'family' })) {
    await announceChannel(db, { channelId, calendarId, tokenHash: channelId, address: 'x' })
    t.equal(await isLive(), false, 'announced, or of another calendar')
    await confirmChannel(db, channelId, confirmed)
  }
  t.equal(await isLive(), true)
  t.equal(await isLive(confirmed.expiration), false, 'expired')
  await retireChannel(db, 'one', evening)
  t.equal(await isLive(), false, 'retired')
  const request = { requestedAt: evening, calendarName: 'Family' }
  await transaction(db, trx => saveDisconnectRequest(trx, request))
  t.match(await readCalendarStatus(db, evening), { calendarName: 'Family', disconnecting: true })
})

t.test('a planned night without its event is missing in the calendar', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, { parentA: 'Alex', parentB: null, timeZone: null, lookAheadDays: 30 })
  const lacks = async () => (await readCalendarStatus(db, evening)).lacksNights
  await transaction(db, async trx => {
    const nights = ['2026-11-20', '2026-11-25'].map(night => planned(night, 'a'))
    await saveNights(trx, nights, day('2026-11-20'))
  })
  t.equal(await lacks(), false, 'no calendar is selected')
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
  t.equal(await lacks(), false, 'a parent has no name, so nothing is written')
  await db.updateTable('parents').set({ name: 'Robin' }).where('id', '=', 'b').execute()
  t.equal(await lacks(), true)
  const row = {
    calendarId: 'family',
    night: day('2026-11-25'),
    generation: 0,
    eventId: 'one',
    etag: '"1"',
    pushedHash: 'x',
    judgedMeaning: null,
    note: null,
    unlisted: false,
  }
  await saveCalendarEvents(db, { ...row, state: 'removed' })
  t.equal(await lacks(), true)
  await saveCalendarEvents(db, { ...row, state: 'present' })
  t.equal(await lacks(), false)
})

t.test('it says of work and grant what their own statements say', async t => {
  const { db } = await testDatabase(t)
  const token = {
    accessToken: 'access',
    refreshToken: null,
    tokenType: 'Bearer',
    expiry: evening,
    scope: [],
    accountEmail: 'alex@example.com',
    accountSubject: '1',
  }
  const keys = parseSecretKeys([Buffer.alloc(32, 1).toString('base64')])
  await transaction(db, trx => saveToken(trx, keys, token))
  await requestJob(db, 'push')
  const push = await claimJob(db, 'push', { leaseSeconds: 30 })
  if (push) await finishJob(db, push)
  await requestJob(db, 'pull')
  const pull = await claimJob(db, 'pull', { leaseSeconds: 30 })
  const failure = { code: 'calendarError.refused', facts: { status: 403 } }
  if (pull) await failJob(db, pull, { failure, waitSeconds: 30, waitRequired: false })
  await requestJob(db, 'plan')
  await claimJob(db, 'plan', { leaseSeconds: 30 })
  const status = await readCalendarStatus(db, evening)
  t.equal(status.jobs.length, 3)
  t.same(plain(status.jobs), plain(await readJobRequests(db)))
  t.same(status.grant, await readSealedGrant(db))
})
