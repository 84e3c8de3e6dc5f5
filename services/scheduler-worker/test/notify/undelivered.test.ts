import { readPushSubscriptions, savePushSubscription } from '@night-routine/database/notifications'
import { now } from '@night-routine/testing/household'
import t from 'tap'
import { addresses, family, phone } from './family.ts'

const other = { a: 'b', b: 'a' } as const
const saturday = '2026-11-21'

/** Alex hears of changes; Robin gives Saturday to the other parent. */
async function afterAChange(t: Parameters<typeof family>[0], more: object = {}) {
  const home = await family(t, { a: { changes: true, ...more } })
  await home.give('b', saturday, other[await home.parentOf(saturday)])
  return home
}

t.test('gives up a message that cannot be sent for two days', async t => {
  const home = await afterAChange(t)
  home.answer(() => ({ kind: 'retry', code: 'push-503', afterSeconds: null }))
  await home.run()
  await home.run(now.add({ hours: 48 }))
  t.same(await home.record(), ['changes push failed push-503'])
  t.same(await home.counted(), ['push retry 1', 'push failed 1'])
})

t.test('keeps newer messages when it gives up an old one', async t => {
  const home = await afterAChange(t)
  home.answer(() => ({ kind: 'retry', code: 'push-503', afterSeconds: null }))
  await home.run()
  const later = now.add({ hours: 47 })
  const wednesday = '2026-11-25'
  await home.give('b', wednesday, other[await home.parentOf(wednesday)])
  await home.run(later)
  await home.run(now.add({ hours: 48 }))
  t.same(await home.record(), ['changes push failed push-503', 'changes push waiting push-503'])
  home.arrived()
  home.answer(() => ({ kind: 'sent' }))
  await home.run(later.add({ hours: 47 }))
  t.equal(home.arrived().length, 1)
  t.same(await home.counted(), ['push sent 1', 'push retry 3'])
})

t.test('sends no message to a browser that another person uses now', async t => {
  const home = await afterAChange(t, { channels: ['email', 'push'] })
  home.answer(() => ({ kind: 'retry', code: '503', afterSeconds: null }))
  await home.run()
  home.arrived()
  home.answer(() => ({ kind: 'sent' }))
  await savePushSubscription(home.db, { ...phone('a'), email: addresses.b, now })
  await home.run(now.add({ minutes: 1 }))
  t.match(home.arrived(), [/^a by mail/], 'only the e-mail')
  t.ok((await home.record()).includes('changes push failed push-unsubscribed'))
  t.equal(
    (await readPushSubscriptions(home.db, addresses.b)).length,
    2,
    'the subscription stays the other person’s',
  )
})
