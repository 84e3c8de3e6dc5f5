import { householdTransaction } from '@night-routine/database/connection'
import { readAsk, readNights, type ParentId } from '@night-routine/database/nights'
import type { NotificationSettings } from '@night-routine/database/notifications'
import { answerAsk, askForNight, giveNight, withdrawAsk } from '@night-routine/household'
import { alex, now, robin } from '@night-routine/testing/household'
import { channelIds as setUp } from '@night-routine/notifications'
import t from 'tap'
import { notifyTick } from '../../src/notify/notify-tick.ts'
import { addresses, family } from './family.ts'

const tonight = Temporal.PlainDate.from('2026-11-20')
const actors = { a: alex, b: robin }

/** Alex asks Robin to take a night of theirs, tonight or a later one. */
async function asking(
  t: Parameters<typeof family>[0],
  preferences: Partial<Record<ParentId, Partial<NotificationSettings>>> = {},
  { word = '', isTonight = false } = {},
) {
  const home = await family(t, preferences)
  const { db } = home
  if (isTonight)
    await db.updateTable('assignments').set({ parent: 'a' }).where('night', '=', tonight).execute()
  const nights = await readNights(
    db,
    tonight.add({ days: isTonight ? 0 : 1 }),
    tonight.add({ days: 9 }),
  )
  const [mine, theirs] = (['a', 'b'] as const).map(id =>
    nights.find(({ caregiver }) => caregiver === id),
  )
  if (!mine || !theirs) throw new Error('the plan has both parents')
  const change = <T>(work: Parameters<typeof householdTransaction<T>>[1]) =>
    householdTransaction(db, work)
  const returnId = word === '' ? null : theirs.id
  const { ask } = await change(trx =>
    askForNight(trx, { id: mine.id, returnId, word, now, actor: alex }),
  )
  const { answer: answerWith, ...others } = home
  return {
    ...others,
    answerWith,
    ask,
    mine,
    answer: (answer: 'accept' | 'decline', who: ParentId = 'b') =>
      change(trx => answerAsk(trx, { id: ask.id, answer, now, actor: actors[who] })),
    withdraw: () => change(trx => withdrawAsk(trx, { id: ask.id, now, actor: alex })),
    giveAway: (who: ParentId) =>
      change(trx => giveNight(trx, { id: mine.id, to: 'b', now, actor: actors[who] })),
    takeReturn: () => change(trx => giveNight(trx, { id: theirs.id, to: 'a', now, actor: robin })),
    isDue: (at = now) => notifyTick(db, { now: at, setUp }),
    state: async () => (await readAsk(db, ask.id))?.state,
  }
}

t.test('asks the other parent by every channel, with both answers, once', async t => {
  const home = await asking(t, { b: { channels: ['email', 'push'] } }, { word: 'Choir' })
  await home.run()
  t.match(home.pushes, [
    {
      text: {
        title: /^Can you take /,
        lines: ['Alex asks: “Choir”', /^Alex takes .* in return\.$/],
      },
      urgency: 'high',
      url: 'https://routine.example/',
      answerUrl: /^https:\/\/routine\.example\/asks\/link\?token=/,
    },
  ])
  t.match(home.mails, [
    {
      to: addresses.b,
      subject: /^Can you take /,
      text: /Alex asks: “Choir”\n[^]*Answer: https:\/\/routine\.example\/asks\/link\?token=/,
    },
  ])
  t.same(await home.record(), ['ask email sent', 'ask push sent'])
  home.arrived()
  await home.run()
  t.same(home.arrived(), [])
})

t.test('tells who asked the answer, once, and nobody that nights changed', async t => {
  for (const [answer, title] of [
    ['accept', /^a Robin takes /],
    ['decline', /^a Robin can’t take /],
  ] as const) {
    const home = await asking(t, { a: { changes: true }, b: { changes: true } })
    await home.run()
    t.match(home.arrived(), [/^b Can you take /])
    // So that no other night moves with it, of which Alex would hear as a change.
    await home.db.updateTable('settings').set({ look_ahead_days: 1 }).execute()
    await home.answer(answer)
    await home.run()
    t.match(home.arrived(), [title])
    await home.run()
    t.same(home.arrived(), [])
    t.same(
      (await home.record()).filter(line => !line.startsWith('changes')),
      ['ask push sent', 'ask-answer push sent'],
    )
  }
})

t.test('says nothing of an ask that is no longer open', async t => {
  const home = await asking(t)
  home.answerWith(() => ({ kind: 'retry', code: 'push-timeout', afterSeconds: null }))
  await home.run()
  home.arrived()
  home.answerWith(() => ({ kind: 'sent' }))
  await home.withdraw()
  await home.run(now.add({ minutes: 5 }))
  t.same(home.arrived(), [])
})

t.test('a night that moved ends the ask, which is told to who does not know', async t => {
  for (const [who, changes, told] of [
    ['a', false, []],
    ['b', false, [/^a .* is no longer yours, so Robin has nothing to answer$/]],
    ['b', true, [/^a Robin took over /]],
  ] as const) {
    const home = await asking(t, { a: { changes } })
    await home.run()
    home.arrived()
    await home.db.updateTable('settings').set({ look_ahead_days: 1 }).execute()
    await home.giveAway(who)
    await home.run()
    t.matchOnly(home.arrived(), told, `${who} ${changes}`)
    t.equal(await home.state(), 'ended')
  }
})

t.test('an ask without an answer ends by itself, and is told in the morning', async t => {
  const home = await asking(t, {}, { isTonight: true })
  await home.run()
  home.arrived()
  await home.db.deleteFrom('job_requests').execute()
  const turn = Temporal.Instant.from('2026-11-21T03:00:00Z')
  t.equal(await home.isDue(turn.subtract({ seconds: 1 })), false)
  t.equal(await home.isDue(turn), true)
  await home.run(turn)
  t.equal(await home.state(), 'ended')
  t.same(home.arrived(), [], 'not at four')
  await home.run(Temporal.Instant.from('2026-11-21T07:00:00Z'))
  t.match(home.arrived(), ['a No answer from Robin about Friday 20 November'])
})

const quiet = {
  quiet: { from: Temporal.PlainTime.from('18:00'), to: Temporal.PlainTime.from('20:00') },
}

t.test('quiet hours hold, unless it is about tonight', async t => {
  const later = await asking(t, { b: quiet })
  t.same(await later.run(), ['quiet'])
  await later.run(now.add({ hours: 1 }))
  t.equal(later.arrived().length, 1)
  const urgent = await asking(t, { a: quiet, b: quiet }, { isTonight: true })
  await urgent.run()
  t.same(urgent.arrived(), ['b Can you take tonight?'])
  await urgent.answer('decline')
  await urgent.run()
  t.same(urgent.arrived(), ['a Robin can’t take tonight'])
})
