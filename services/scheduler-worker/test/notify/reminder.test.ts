import { transaction } from '@night-routine/database/connection'
import { saveNightNote } from '@night-routine/database/nights'
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
  const night = Temporal.PlainDate.from('2026-11-20')
  const note = { note: 'bath, medicine at 19:30', shared: false }
  await transaction(home.db, trx => saveNightNote(trx, night, note))
  t.equal(await notifyTick(home.db, { now: due, setUp }), true)
  t.equal(await notifyTick(home.db, { now: due, setUp }), false, 'requested already')
  await home.run(due)
  t.same(home.arrived(), [`${parent} Your turn tonight`])
  for (const minutes of [0, 1, 200]) await home.run(due.add({ minutes }))
  t.same(home.arrived(), [])
  const text = { lines: ['Friday 20 November', 'bath, medicine at 19:30'] }
  t.match(home.pushes, [{ text, urgency: 'high', ttlSeconds: 4 * 3600 }])
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

t.test('a person who has left, or has no device, is not reminded', async t => {
  const home = await family(t, { a: evening, b: evening })
  await home.db.deleteFrom('push_subscriptions').execute()
  t.equal(await notifyTick(home.db, { now: due, setUp }), false)
  await home.db.deleteFrom('accounts').where('email', 'in', Object.values(addresses)).execute()
  await home.run(due)
  t.same(home.arrived(), [])
})
