import {
  admitInvited,
  bindAccount,
  readSetUp,
  saveAccountParent,
  saveNotificationSettings,
  saveOnHomeScreen,
  savePushSubscription,
  transaction,
  type NotificationSettings,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const [alex, robin] = ['alex@example.com', 'robin@example.com'] as const

/** Alex, who is on the list, and Robin, who was invited. */
async function household(t: Test) {
  const { db } = await testDatabase(t)
  await bindAccount(db, alex, '1')
  await bindAccount(db, robin, '2')
  await saveAccountParent(db, alex, 'a')
  await transaction(db, trx => admitInvited(trx, { email: robin, parent: 'b', now }))
  return db
}

t.test('someone new has nothing set up', async t => {
  const db = await household(t)
  const nothing = { getsMessages: false, onHomeScreen: false }
  t.same(await readSetUp(db), [
    { email: alex, parent: 'a', invited: false, ...nothing },
    { email: robin, parent: 'b', invited: true, ...nothing },
  ])
})

t.test('the home screen is each person’s own, and the first time counts', async t => {
  const db = await household(t)
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
})

const off: NotificationSettings = {
  reminderAt: null,
  changes: false,
  byPush: false,
  byEmail: false,
  quiet: null,
}
const reminderAt = Temporal.PlainTime.from('18:00')
const cases: [what: string, wanted: Partial<NotificationSettings>, isReached: boolean][] = [
  ['a reminder by mail', { reminderAt, byEmail: true }, true],
  ['changes by mail', { changes: true, byEmail: true }, true],
  ['a reminder, and no way to send it', { reminderAt }, false],
  ['mail, and nothing to hear of', { byEmail: true }, false],
  ['a reminder by push, and no browser', { reminderAt, byPush: true }, false],
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
  await save({ reminderAt, byPush: true })
  t.same(await areReached(), [false, false], 'the browser of someone else')
  await savePushSubscription(db, { ...browser, email: alex })
  t.same(await areReached(), [true, false], 'a browser of their own')
})
