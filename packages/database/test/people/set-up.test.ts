import { transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  createPasskey,
  saveNoPasskey,
} from '@night-routine/database/credentials'
import {
  saveNotificationSettings,
  savePushSubscription,
  type NotificationSettings,
} from '@night-routine/database/notifications'
import {
  admitInvited,
  bindMember,
  readSetUp,
  saveMemberParent,
  saveOnHomeScreen,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const [alex, robin] = ['alex@example.com', 'robin@example.com'] as const

/** Alex, who is on the list, and Robin, who was invited. */
async function household(t: Test) {
  const { db } = await testDatabase(t)
  await bindMember(db, alex, '1')
  await bindMember(db, robin, '2')
  await saveMemberParent(db, alex, 'a')
  await transaction(db, trx => admitInvited(trx, { email: robin, parent: 'b', now }))
  return db
}

t.test('someone new has nothing set up, and lacks a passkey unless they want none', async t => {
  const db = await household(t)
  const no = false
  const nothing = { getsMessages: no, onHomeScreen: no, lacksPasskey: no, hasNotices: no }
  t.same(await readSetUp(db), [
    { email: alex, parent: 'a', invited: false, ...nothing },
    { email: robin, parent: 'b', invited: true, ...nothing },
  ])
  await saveOnHomeScreen(db, robin, now)
  await saveOnHomeScreen(db, robin, now.add({ hours: 1 }))
  t.same(
    (await readSetUp(db)).map(({ onHomeScreen }) => onHomeScreen),
    [false, true],
  )
  const saved = await db.selectFrom('accounts').select('home_screen_at').orderBy('email').execute()
  t.same(
    saved.map(each => each.home_screen_at?.toString()),
    [undefined, now.toString()],
  )
  const lack = async () => (await readSetUp(db)).map(({ lacksPasskey }) => lacksPasskey)
  const id = '0d4f7b52-5d0c-4f0a-9c55-0c4e4b4b8d11'
  await transaction(db, async trx => {
    await createCredentials(trx, { id, email: alex }, now)
    await createCredentials(trx, { id: id.replace('0', '1'), email: robin }, now)
  })
  t.same(await lack(), [true, true])
  const passkey = {
    id: 'id',
    publicKey: new Uint8Array(),
    counter: 0,
    transports: [],
    name: 'Phone',
  }
  await createPasskey(db, { ...passkey, identity: id }, now)
  t.same(await lack(), [false, true])
  await saveNoPasskey(db, robin, now)
  await saveNoPasskey(db, robin, now.add({ hours: 1 }))
  t.same(await lack(), [false, false])
  const declined = await db
    .selectFrom('identities')
    .select('no_passkey_at')
    .orderBy('email')
    .execute()
  t.same(
    declined.map(each => each.no_passkey_at?.toString()),
    [undefined, now.toString()],
  )
})

const off: NotificationSettings = {
  reminderAt: null,
  changes: false,
  channels: [],
  quiet: null,
}
const reminderAt = Temporal.PlainTime.from('18:00')
const cases: [what: string, wanted: Partial<NotificationSettings>, isReached: boolean][] = [
  ['a reminder by mail', { reminderAt, channels: ['email'] }, true],
  ['changes by mail', { changes: true, channels: ['email'] }, true],
  ['a reminder, and no way to send it', { reminderAt }, false],
  ['mail, and nothing to hear of', { channels: ['email'] }, false],
  ['a reminder by push, and no browser', { reminderAt, channels: ['push'] }, false],
]

t.test('messages need something to hear of, and a way that reaches the person', async t => {
  const db = await household(t)
  const save = (wanted: Partial<NotificationSettings>) =>
    transaction(db, trx => saveNotificationSettings(trx, alex, { ...off, ...wanted }))
  const areReached = async () => (await readSetUp(db)).map(({ getsMessages }) => getsMessages)
  for (const [what, wanted, isReached] of cases) {
    await save(wanted)
    t.same(await areReached(), [isReached, false], what)
  }
  const browser = { endpoint: 'https://push.example.com/1', p256dh: 'key', auth: 'secret', now }
  await savePushSubscription(db, { ...browser, email: robin })
  await save({ reminderAt, channels: ['push'] })
  t.same(await areReached(), [false, false], 'the browser of someone else')
  await savePushSubscription(db, { ...browser, email: alex })
  t.same(await areReached(), [true, false], 'a browser of their own')
})
