import { transaction, type Database } from '@night-routine/database/connection'
import { appendHistory } from '@night-routine/database/nights'
import {
  readNotificationCursor,
  readNotificationSettings,
  readRecipients,
  saveNotificationSettings,
  turnOffChannel,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import { bindMember, readParentsByEmail, saveMemberParent } from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { plain } from '../plain.ts'

const time = (text: string) => Temporal.PlainTime.from(text)
const alex = 'alex@example.com'
const wanted: NotificationSettings = {
  reminderAt: time('18:30'),
  changes: true,
  channels: ['email', 'push'],
  quiet: { from: time('22:00'), to: time('07:00') },
}

const save = (db: Database, email: string, settings: Partial<NotificationSettings>) =>
  transaction(db, trx => saveNotificationSettings(trx, email, { ...wanted, ...settings }))

async function addEntry(db: Database) {
  const at = Temporal.Instant.from('2026-11-20T18:00:00Z')
  const entry = { at, actorKind: 'schedule', actor: null, action: 'x', night: null } as const
  await transaction(db, trx => appendHistory(trx, [{ ...entry, before: null, after: null }]))
}

t.test('a person with a parent and a channel is a recipient, until it is turned off', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, 'subject-a')
  t.match(await readNotificationSettings(db, alex), { changes: false, reminderAt: null })
  await save(db, alex, {})
  t.same(await readRecipients(db), [], 'no parent yet')
  await saveMemberParent(db, alex, 'a')
  t.same(plain(await readRecipients(db)), [
    { email: alex, parent: 'a', language: null, ...Object(plain(wanted)) },
  ])
  t.same([...(await readParentsByEmail(db))], [[alex, 'a']])
  for (let press = 0; press < 2; press += 1) await turnOffChannel(db, alex, 'email')
  t.match(await readRecipients(db), [{ channels: ['push'], changes: true }])
  await save(db, alex, { changes: false, reminderAt: null, channels: ['push'] })
  t.match(await readRecipients(db), [{ changes: false, channels: ['push'] }], 'hears of asks')
  await save(db, alex, { channels: [] })
  t.same(await readRecipients(db), [])
  await turnOffChannel(db, 'stranger@example.com', 'push')
})

t.test('the settings follow an account to its new address, and end with it', async t => {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, 'subject-a')
  await save(db, alex, {})
  const ten = time('10:00')
  await t.rejects(save(db, alex, { quiet: { from: ten, to: ten } }), { code: '23514' })
  await t.rejects(save(db, 'stranger@example.com', {}), { code: '23503' }, 'has no account')
  await bindMember(db, 'alex@example.org', 'subject-a')
  t.match(await readNotificationSettings(db, 'alex@example.org'), { changes: true })
  await db.deleteFrom('accounts').execute()
  t.match(await readNotificationSettings(db, 'alex@example.org'), { changes: false })
})

t.test('the first who wants changes hears only of later ones', async t => {
  const { db } = await testDatabase(t)
  for (const email of [alex, 'robin@example.com']) await bindMember(db, email, email)
  await addEntry(db)
  await save(db, alex, { changes: false })
  t.equal(await readNotificationCursor(db), 0n)
  await save(db, alex, {})
  t.equal(await readNotificationCursor(db), 1n)
  await addEntry(db)
  await save(db, 'robin@example.com', {})
  t.equal(await readNotificationCursor(db), 1n, 'Alex has not heard of the second one')
})
