import { parseSecretKeys, transaction, unreadable } from '@night-routine/database/connection'
import {
  readNotificationSettings,
  readPersonChannels,
  removePersonChannel,
  savePersonChannel,
} from '@night-routine/database/notifications'
import { planTest, type ChannelId, type Outcome, type Send } from '@night-routine/notifications'
import { now } from '@night-routine/testing/household'
import t from 'tap'
import { addresses, family } from './family.ts'

const keys = parseSecretKeys(['ab'.repeat(32)])
const other = { a: 'b', b: 'a' } as const
const saturday = '2026-11-21'
const tonight = Temporal.PlainDate.from('2026-11-20')
const always = {
  quiet: { from: Temporal.PlainTime.from('00:00'), to: Temporal.PlainTime.from('23:59') },
}
const values = { urls: 'gotify://host/token' }

/** Alex, who has filled in Apprise, hears of changes; an Apprise server keeps what arrives. */
async function home(t: Parameters<typeof family>[0], more: object = {}) {
  const made = await family(t, { a: { changes: true, channels: ['email'], ...more } })
  const { db } = made
  const apprised: string[] = []
  let answer: Outcome = { kind: 'sent' }
  const send: Send = async ({ text }, { values: filledIn }) => {
    apprised.push(`${filledIn['urls']} ${text.title}`)
    return answer
  }
  await transaction(db, trx =>
    savePersonChannel(trx, keys, { email: addresses.a, channel: 'apprise', values }),
  )
  return {
    ...made,
    apprised,
    answerWith: (outcome: Outcome) => {
      answer = outcome
    },
    runWith: (at = now) => made.run(at, { senders: { apprise: send } }),
    change: async () => made.give('b', saturday, other[await made.parentOf(saturday)]),
    test: (channel: ChannelId, at = now) =>
      transaction(db, trx => planTest(trx, { email: addresses.a, channel, now: at })),
    channels: async () => (await readNotificationSettings(db, addresses.a)).channels,
  }
}

t.test('a test message says that messages arrive, in quiet hours, too', async t => {
  const { test, run, mails, record } = await home(t, always)
  await test('email')
  t.same(await run(), ['sent'])
  t.match(mails, [
    {
      to: addresses.a,
      subject: 'A test from Night Routine',
      text: /^Messages reach you here\.\n[^]*unsubscribe\?token=/,
    },
  ])
  await run()
  t.same([mails.length, await record()], [1, ['test email sent']])
})

t.test('a test message that fails is not sent again, and the record says why', async t => {
  const { test, runWith, answerWith, apprised, record, counted } = await home(t)
  answerWith({ kind: 'retry', code: 'apprise-unreachable', afterSeconds: null })
  await test('apprise')
  t.same(await runWith(), ['apprise-unreachable'])
  t.same(await record(), ['test apprise failed apprise-unreachable'])
  t.same(await counted(), ['apprise failed 1'])
  answerWith({ kind: 'sent' })
  await runWith(now.add({ hours: 1 }))
  t.equal(apprised.length, 1)
  const later = now.add({ minutes: 61 })
  await test('apprise', later)
  await runWith(later)
  t.same(await record(), ['test apprise failed apprise-unreachable', 'test apprise sent'])
})

t.test('an address that is gone turns off its way, and keeps the others', async t => {
  const { db, change, runWith, answerWith, channels, record, counted } = await home(t)
  answerWith({ kind: 'gone', code: 'apprise-410' })
  t.same(await channels(), ['apprise', 'email'])
  await change()
  await runWith()
  t.ok((await record()).includes('changes apprise failed apprise-410'))
  t.ok((await counted()).includes('apprise gone 1'))
  t.same(await channels(), ['email'])
  const kept = (await readPersonChannels(db, keys, addresses.a)).find(
    ({ channel }) => channel === 'apprise',
  )
  t.match(kept, { isOn: false, values }, 'what was filled in can be corrected')
})

t.test('a way of a later version stays on, and its message waits', async t => {
  const { db, change, run, record, channels } = await home(t)
  await db.insertInto('person_channels').values({ email: addresses.a, channel: 'pigeon' }).execute()
  const pigeon = { kind: 'reminder', key: '2026-11-20', channel: 'pigeon' } as const
  const times = { next_attempt_at: now, created_at: now }
  const waiting = { email: addresses.a, state: 'waiting' as const, ...pigeon, ...times }
  await db.insertInto('notification_deliveries').values(waiting).execute()
  await db.updateTable('notification_settings').set({ reminder_at: '18:30' }).execute()
  await db.updateTable('assignments').set({ parent: 'a' }).where('night', '=', tonight).execute()
  await change()
  await run()
  const found = (await record()).filter(line => line.includes('pigeon'))
  t.same(found, ['reminder pigeon waiting pigeon-not-set-up'], 'and none is planned')
  t.ok((await channels()).includes('pigeon'))
})

t.test('what a lost key sealed, or was removed meanwhile, is not sent anywhere', async t => {
  const { db, change, runWith, apprised, record, test } = await home(t)
  const lost = parseSecretKeys(['cd'.repeat(32)])
  const filledIn = { email: addresses.a, channel: 'apprise', values }
  await transaction(db, trx => savePersonChannel(trx, lost, filledIn))
  const [mine] = await readPersonChannels(db, keys, addresses.a)
  t.equal(mine?.values, unreadable)
  await change()
  await test('apprise')
  await runWith()
  await test('apprise', now.add({ minutes: 1 }))
  await removePersonChannel(db, addresses.a, 'apprise')
  await runWith(now.add({ minutes: 1 }))
  t.same(apprised, [])
  t.same((await record()).filter(line => line.includes('apprise')).toSorted(), [
    'changes apprise failed apprise-key-lost',
    'test apprise failed apprise-key-lost',
    'test apprise failed apprise-unsubscribed',
  ])
})
