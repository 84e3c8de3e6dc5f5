import { endRestoration, saveCalendar, saveRestoration } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { appendHistory } from '@night-routine/database/nights'
import {
  addDeliveries,
  claimDeliveries,
  deleteOldDeliveries,
  endDeliveries,
  notificationsDue,
  postponeDeliveries,
  readEntriesAfter,
  readNotificationCursor,
  readReminded,
  requestNotify,
  saveNotificationCursor,
  saveNotificationSettings,
  type DeliveryToPlan,
} from '@night-routine/database/notifications'
import { bindMember } from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const night = Temporal.PlainDate.from('2026-11-20')
const alex = 'alex@example.com'
const reminder: DeliveryToPlan = {
  email: alex,
  kind: 'reminder',
  key: night.toString(),
  channel: 'email',
  subscription: 0n,
  sinceEntry: null,
}
const changes = (first: bigint): DeliveryToPlan => ({
  ...reminder,
  kind: 'changes',
  key: `${first}-${first}`,
  sinceEntry: first - 1n,
})

async function household(t: Parameters<typeof testDatabase>[0]) {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, 'subject-a')
  return db
}

const add = (db: Database, ...deliveries: DeliveryToPlan[]) =>
  transaction(db, trx => addDeliveries(trx, deliveries, now))
const claim = (db: Database, at = now, leaseSeconds = 60) =>
  claimDeliveries(db, { now: at, leaseSeconds })
const states = async (db: Database) =>
  (await db.selectFrom('notification_deliveries').selectAll().orderBy('id').execute()).map(
    ({ state, error }) => (error === null ? state : `${state} ${error}`),
  )

t.test('a delivery is planned once, and one worker of many claims it', async t => {
  const db = await household(t)
  for (let times = 0; times < 2; times += 1) await add(db, reminder)
  t.same([...(await readReminded(db, night))], [alex])
  t.same([...(await readReminded(db, night.add({ days: 1 })))], [])
  t.equal(await notificationsDue(db, now), true)
  const claimed = await Promise.all([claim(db), claim(db), claim(db)])
  t.same(claimed.flat().length, 1)
  t.match(claimed.flat(), [{ ...reminder, attempts: 1 }])
  t.equal(await notificationsDue(db, now), false)
  await endDeliveries(db, claimed.flat(), { state: 'sent', now })
  t.same(await states(db), ['sent'])
  await add(db, reminder)
  t.same(await claim(db), [], 'also after it was sent')
  await add(db, changes(1n))
  const late = await claim(db, now, 0)
  const second = await claim(db)
  t.match(second, [{ attempts: 2 }])
  await endDeliveries(db, late, { state: 'failed', error: 'late', now })
  t.same(await states(db), ['sent', 'sending'], 'the late worker changes nothing')
  await endDeliveries(db, second, { state: 'sent', now })
  t.same(await states(db), ['sent', 'sent'])
})

t.test('a device that waits gets later messages at the same time', async t => {
  const db = await household(t)
  await add(db, changes(1n))
  const first = await claim(db)
  const until = now.add({ minutes: 30 })
  await postponeDeliveries(db, first, { until, error: 'smtp-451', attempts: 1 })
  t.same(await states(db), ['waiting smtp-451'])
  await add(db, changes(2n), reminder)
  t.same(
    (await claim(db)).map(({ kind }) => kind),
    ['reminder'],
    'another kind does not wait',
  )
  t.equal(await notificationsDue(db, until.subtract({ seconds: 1 })), false)
  t.same(
    (await claim(db, until)).map(({ key, attempts }) => [key, attempts]),
    [
      ['1-1', 2],
      ['2-2', 1],
    ],
  )
})

t.test('reads the history after the cursor, and says when there is more', async t => {
  const db = await household(t)
  const entry = { at: now, actorKind: 'person', actor: alex, action: 'night-given', night } as const
  const append = () =>
    transaction(db, trx => appendHistory(trx, [{ ...entry, before: null, after: null }]))
  await append()
  t.equal(await notificationsDue(db, now), false, 'no one listens')
  await transaction(db, trx =>
    saveNotificationSettings(trx, alex, {
      reminderAt: null,
      changes: true,
      channels: ['email', 'push'],
      quiet: null,
    }),
  )
  t.equal(await readNotificationCursor(db), 1n)
  await append()
  t.equal(await notificationsDue(db, now), true)
  await transaction(db, trx => saveRestoration(trx, now))
  t.equal(await notificationsDue(db, now), true, 'a household without a calendar waits for none')
  const calendar = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, calendar))
  t.equal(await notificationsDue(db, now), false, 'after a restore, until the calendar was read')
  await transaction(db, endRestoration)
  t.equal(await notificationsDue(db, now), true)
  const [read] = await readEntriesAfter(db, 1n)
  t.match(read, { id: 2n, actorKind: 'person', actor: alex, before: null })
  t.equal(String(read?.night), '2026-11-20')
  await transaction(db, trx => saveNotificationCursor(trx, 2n))
  t.equal(await notificationsDue(db, now), false)
})

t.test('requests work only if anyone listens; the record follows an account', async t => {
  const db = await household(t)
  await transaction(db, requestNotify)
  t.same(await readJobRequests(db), [])
  await sql`insert into notification_settings (email, changes) values (${alex}, true)`.execute(db)
  await transaction(db, requestNotify)
  t.match(await readJobRequests(db), [{ kind: 'notify', requestNumber: 1n }])
  const email = 'alex@example.org'
  await add(db, reminder, changes(1n), { ...changes(1n), email })
  await bindMember(db, 'robin@example.com', 'subject-b')
  t.equal(await bindMember(db, 'robin@example.com', 'subject-a'), 'other-subject')
  t.same([...(await readReminded(db, night))], [alex], 'not to that of another one')
  t.equal(await bindMember(db, email, 'subject-a'), 'bound')
  t.same([...(await readReminded(db, night))], [email])
  t.same(
    (await claim(db)).map(one => one.email),
    [email, alex, email],
    'what one with the new address has heard stays',
  )
})

t.test('a message outlives the account; its record is deleted after 90 days', async t => {
  const db = await household(t)
  await add(db, reminder, changes(1n))
  await db.deleteFrom('accounts').execute()
  const [first] = await claim(db)
  t.match(first, { email: alex }, 'a removed person gets one last mail')
  if (first) await endDeliveries(db, [first], { state: 'sent', now })
  await deleteOldDeliveries(db, now.add({ hours: 24 * 90 }))
  t.same(await states(db), ['sent', 'sending'])
  await deleteOldDeliveries(db, now.add({ hours: 24 * 90 + 1 }))
  t.same(await states(db), ['sending'])
})
