import { saveCalendar, saveRestoration } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readPushSubscriptions, savePushSubscription } from '@night-routine/database/notifications'
import { bindMember, saveMemberLanguage, saveMemberParent } from '@night-routine/database/people'
import { channelIds as setUp, planJoined } from '@night-routine/notifications'
import { now } from '@night-routine/testing/household'
import t from 'tap'
import { addresses, family, phone } from './family.ts'

const other = { a: 'b', b: 'a' } as const
const saturday = '2026-11-21'

/** Alex hears of changes; Robin gives Saturday to the other parent. */
async function afterAChange(t: Parameters<typeof family>[0], more: object = {}) {
  const home = await family(t, { a: { changes: true, ...more }, b: { changes: true } })
  const had = await home.parentOf(saturday)
  await home.give('b', saturday, other[had])
  return { ...home, had }
}

t.test('tells the other parent once, by each channel they chose', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  await home.run()
  const arrived = home.arrived()
  t.equal(arrived.length, 2)
  t.ok(
    arrived.every(line => line.startsWith('a ')),
    'Robin made the change',
  )
  t.match(await home.record(), ['changes email sent', 'changes push sent'])
  t.match(home.mails, [
    {
      to: addresses.a,
      unsubscribeUrl: /^https:\/\/routine\.example\/unsubscribe\?token=/,
      text: /Robin (?:gave|took)[^]*https:\/\/routine\.example\/\n/,
    },
  ])
  t.match(home.pushes, [{ url: 'https://routine.example/', urgency: 'normal' }])
  await home.run()
  t.same(home.arrived(), [])
  t.same(await home.counted(), ['email sent 1', 'push sent 1'])
})

t.test('a change and its undo before anything was sent say nothing', async t => {
  const home = await afterAChange(t)
  await home.undo('b')
  await home.run()
  t.same([home.arrived(), await home.record()], [[], []])
})

t.test('two workers at once send once', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  await Promise.all([home.run(), home.run(), home.run()])
  t.equal(home.arrived().length, 2)
})

t.test('notifies no one who did not opt in, is no parent, or has left', async t => {
  const home = await family(t, { a: { changes: true }, b: { changes: false } })
  await bindMember(home.db, 'kim@example.com', 'kim')
  await home.give('b', saturday, other[await home.parentOf(saturday)])
  await home.db.deleteFrom('accounts').where('email', '=', addresses.a).execute()
  await home.run()
  t.same(home.arrived(), [])
})

const quiet = {
  quiet: { from: Temporal.PlainTime.from('18:00'), to: Temporal.PlainTime.from('20:00') },
}
const afterQuiet = now.add({ hours: 1 })

t.test('sends nothing after quiet hours if it is no longer true', async t => {
  const home = await afterAChange(t, quiet)
  await home.run()
  await home.undo('b')
  await home.run()
  await home.run(afterQuiet)
  t.same(home.arrived(), [])
  t.same(new Set(await home.record()), new Set(['changes push nothing-to-say']))
})

t.test('retries a server that is down, with the plan of that time', async t => {
  const home = await afterAChange(t)
  home.answer(() => ({ kind: 'retry', code: 'push-503', afterSeconds: 120 }))
  await home.run()
  t.same(await home.record(), ['changes push waiting push-503'])
  t.equal(home.arrived().length, 1)
  home.answer(() => ({ kind: 'sent' }))
  const sunday = '2026-11-22'
  await home.give('b', sunday, other[await home.parentOf(sunday)])
  await home.run(now.add({ seconds: 119 }))
  t.same(home.arrived(), [], 'as long as the server asked for')
  await home.run(now.add({ seconds: 120 }))
  t.equal(home.arrived().length, 1, 'both changes are one message')
  t.equal(new Set(home.ids).size, 2, 'with another id than the first message')
  t.same(new Set(await home.record()), new Set(['changes push sent']))
})

t.test('gives up a message that cannot be sent for two days, and keeps newer ones', async t => {
  const home = await afterAChange(t)
  home.answer(() => ({ kind: 'retry', code: 'push-503', afterSeconds: null }))
  await home.run()
  const wednesday = '2026-11-25'
  await home.give('b', wednesday, other[await home.parentOf(wednesday)])
  await home.run(now.add({ hours: 47 }))
  await home.run(now.add({ hours: 48 }))
  t.same(await home.record(), ['changes push failed push-503', 'changes push waiting push-503'])
  home.arrived()
  await savePushSubscription(home.db, { ...phone('a'), email: addresses.b, now })
  home.answer(() => ({ kind: 'sent' }))
  await home.run(now.add({ hours: 94 }))
  t.same(home.arrived(), [], 'nothing goes to a browser that another person uses now')
  t.equal((await readPushSubscriptions(home.db, addresses.b)).length, 2)
})

t.test('a subscription that is gone is deleted; a refused message is on record', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  home.answer(() => ({ kind: 'gone', code: 'push-410' }))
  await home.run()
  t.same(await readPushSubscriptions(home.db, addresses.a), [])
  t.equal((await readPushSubscriptions(home.db, addresses.b)).length, 1)
  t.ok((await home.record()).includes('changes push failed push-410'))
  t.match(await home.counted(), ['email gone 1', 'push gone 1'])
})

t.test('each browser gets its own message, and only those that failed get it again', async t => {
  const home = await afterAChange(t)
  const laptop = { ...phone('a'), endpoint: 'https://push.example/laptop/a' }
  await savePushSubscription(home.db, { ...laptop, email: addresses.a, now })
  let calls = 0
  home.answer(() =>
    calls++ === 0 ? { kind: 'sent' } : { kind: 'retry', code: 'push-500', afterSeconds: null },
  )
  await home.run()
  t.equal(home.arrived().length, 2)
  home.answer(() => ({ kind: 'sent' }))
  await home.run(now.add({ minutes: 1 }))
  t.equal(home.arrived().length, 1)
})

t.test('a worker that dies while it sends: the second copy has the same name', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  home.answer(() => {
    throw new Error('killed')
  })
  await t.rejects(home.run())
  home.answer(() => ({ kind: 'sent' }))
  t.same(await home.run(), [], 'its claim still holds')
  const expired = '2020-01-01T00:00:00Z'
  await home.db.updateTable('notification_deliveries').set({ claimed_until: expired }).execute()
  await home.run()
  t.equal(home.ids.length, 4)
  t.equal(new Set(home.ids).size, 2)
  t.match(await home.record(), ['changes email sent', 'changes push sent'])
})

t.test('tells no changes after a restore, until the calendar was read', async t => {
  const home = await afterAChange(t)
  const calendar = { calendarId: 'family', calendarName: 'Family' }
  await transaction(home.db, async trx => {
    await saveRestoration(trx, now)
    await saveCalendar(trx, calendar)
  })
  await home.run()
  t.same([home.arrived(), await home.record()], [[], []])
})

t.test('speaks the language that the person chose, in the whole message', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  await home.db.updateTable('settings').set({ language: 'fr' }).execute()
  await saveMemberLanguage(home.db, addresses.b, 'fr')
  await saveMemberLanguage(home.db, addresses.a, 'en')
  await home.run()
  t.matchOnly(home.arrived(), [/^a Robin gave you /, /^a by mail: Robin gave you /])
  t.match(home.pushes, [{ language: 'en', turnOffUrl: /unsubscribe/ }])
  t.match(home.mails, [{ language: 'en', text: /See the plan/ }])
})

t.test('tells the others once that somebody joined, each in their language', async t => {
  const home = await family(t, {})
  await saveMemberLanguage(home.db, addresses.a, 'fr')
  const joined = { email: addresses.b, setUp, now }
  t.equal(await transaction(home.db, trx => planJoined(trx, joined)), true)
  await home.run()
  t.same(home.arrived(), ['a Robin a accepté l’invitation'])
  await home.run()
  t.same(home.arrived(), [])
  t.same(await home.record(), ['joined push sent'])

  await saveMemberParent(home.db, addresses.b, null)
  const again = { ...joined, now: now.add({ minutes: 1 }) }
  await transaction(home.db, trx => planJoined(trx, again))
  await home.run(again.now)
  t.same(home.arrived(), [], 'who is no parent any more has no name')
  await home.db.updateTable('person_channels').set({ is_on: false }).execute()
  t.equal(await transaction(home.db, trx => planJoined(trx, joined)), false, 'nobody to tell')
})
