import { noteClock } from '@night-routine/database/clock'
import { transaction } from '@night-routine/database/connection'
import { saveNightNote } from '@night-routine/database/nights'
import { planAt } from '@night-routine/testing/household'
import { channelIds as setUp } from '@night-routine/notifications'
import t from 'tap'
import { notifyTick } from '../../src/notify/notify-tick.ts'
import { addresses, family } from './family.ts'

const other = { a: 'b', b: 'a' } as const
const at = (text: string) => Temporal.Instant.from(text)
const time = (text: string) => Temporal.PlainTime.from(text)
const evening = { reminderAt: time('18:30') }
const before = at('2026-11-20T17:29:59Z')
const due = at('2026-11-20T17:30:00Z')

t.test('reminds the parent whose night it is, at their time, once', async t => {
  const home = await family(t, { a: evening, b: evening })
  const parent = await home.parentOf('2026-11-20')
  t.equal(await notifyTick(home.db, { now: before, setUp }), false)
  await home.run(before)
  t.same(home.arrived(), [])
  t.equal(await notifyTick(home.db, { now: due, setUp }), true)
  t.equal(await notifyTick(home.db, { now: due, setUp }), false, 'requested already')
  await home.run(due)
  t.same(home.arrived(), [`${parent} Your turn tonight`])
  for (const minutes of [0, 1, 200]) await home.run(due.add({ minutes }))
  t.same(home.arrived(), [])
  t.match(home.pushes, [{ urgency: 'high', ttlSeconds: 4 * 3600 }])
})

t.test('says what a parent noted for tonight', async t => {
  const home = await family(t, { a: evening, b: evening })
  const tonight = Temporal.PlainDate.from('2026-11-20')
  await transaction(home.db, trx =>
    saveNightNote(trx, tonight, { note: 'bath, medicine at 19:30', shared: false }),
  )
  await home.run(due)
  t.same(home.pushes[0]?.text.lines, ['Friday 20 November', 'bath, medicine at 19:30'])
})

t.test('a new time on the same evening does not remind again', async t => {
  const home = await family(t, { a: evening, b: evening })
  await home.run(due)
  t.equal(home.arrived().length, 1)
  await home.db.updateTable('notification_settings').set({ reminder_at: '20:00' }).execute()
  await home.run(at('2026-11-20T19:00:00Z'))
  t.same(home.arrived(), [])
})

t.test('a reminder that waits is not sent to a person who was removed', async t => {
  const byMail = { ...evening, channels: ['email'] as const }
  const home = await family(t, { a: byMail, b: byMail })
  const parent = await home.parentOf('2026-11-20')
  await home.run(due, { senders: {} })
  t.same(await home.record(), ['reminder email waiting email-not-set-up'])
  await home.db.deleteFrom('accounts').where('email', '=', addresses[parent]).execute()
  await home.run(due.add({ minutes: 30 }))
  t.same(home.arrived(), [])
  t.match(await home.record(), ['reminder email nothing-to-say'])
})

t.test('two workers at once remind once', async t => {
  const home = await family(t, { a: evening, b: evening })
  await Promise.all([home.run(due), home.run(due), home.run(due)])
  t.equal(home.arrived().length, 1)
})

t.test('a night that becomes theirs in the evening: a reminder or a change, not both', async t => {
  for (const changes of [false, true]) {
    const home = await family(t, { a: { ...evening, changes }, b: { ...evening, changes } })
    const parent = await home.parentOf('2026-11-20')
    await home.run(due)
    home.arrived()
    await home.give(parent, '2026-11-20', other[parent])
    await home.run(due.add({ hours: 1 }))
    t.match(home.arrived(), [
      changes ? /^[ab] (Robin|Alex|Your nights)/ : `${other[parent]} Your turn tonight`,
    ])
  }
})

t.test('a reminder that is four hours late, or lies in quiet hours, is not sent', async t => {
  const late = await family(t, { a: evening, b: evening })
  await late.run(due.add({ hours: 4 }))
  t.same(late.arrived(), [])
  const quiet = { from: time('18:00'), to: time('23:00') }
  const home = await family(t, { a: { ...evening, quiet }, b: { ...evening, quiet } })
  for (const hours of [0, 4.5]) await home.run(due.add({ minutes: hours * 60 }))
  t.same(home.arrived(), [])
  t.same(await home.record(), ['reminder push nothing-to-say'])
})

t.test('retries a reminder only while it is true', async t => {
  const home = await family(t, { a: evening, b: evening })
  const parent = await home.parentOf('2026-11-20')
  home.answer(() => ({ kind: 'retry', code: 'push-503', afterSeconds: null }))
  await home.run(due)
  home.answer(() => ({ kind: 'sent' }))
  home.arrived()
  await home.give(parent, '2026-11-20', other[parent])
  await home.run(due.add({ minutes: 1 }))
  t.same(home.arrived(), [`${other[parent]} Your turn tonight`])
})

t.test('reminds once per night where clocks change', async t => {
  const home = await family(t, {
    a: { reminderAt: time('02:30') },
    b: { reminderAt: time('02:30') },
  })
  await noteClock(home.db, at('2027-03-20T12:00:00Z'), { trusts: true })
  await planAt(home.db, at('2027-03-20T12:00:00Z'))
  // 02:30 does not exist on 28 March 2027 in Paris: one reminder, at 03:30.
  const outcomes = []
  for (let minutes = 0; minutes < 240; minutes += 15)
    outcomes.push(...(await home.run(at('2027-03-28T00:00:00Z').add({ minutes }))))
  t.same(home.arrived().length, 1)
  t.same(outcomes, ['sent'])
  await noteClock(home.db, at('2027-10-25T12:00:00Z'), { trusts: true })
  await planAt(home.db, at('2027-10-25T12:00:00Z'))
  // 02:30 comes twice on 31 October 2027: one reminder, at the first.
  for (let minutes = 0; minutes < 240; minutes += 15)
    await home.run(at('2027-10-30T23:00:00Z').add({ minutes }))
  t.same(home.arrived().length, 1)
})

t.test('a person who has left, or has no device, is not reminded', async t => {
  const home = await family(t, { a: evening, b: evening })
  await home.db.deleteFrom('push_subscriptions').execute()
  t.equal(await notifyTick(home.db, { now: due, setUp }), false)
  await home.db.deleteFrom('accounts').where('email', 'in', Object.values(addresses)).execute()
  await home.run(due)
  t.same(home.arrived(), [])
})
