import { householdTransaction } from '@night-routine/database/connection'
import { addAbsence } from '@night-routine/household'
import t from 'tap'
import { day } from '@night-routine/testing/household'
import { now } from '../push/pushing.ts'
import { livingCalendar, routine } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

t.test('a title with the other parent’s name locks the night and moves the plan', async t => {
  const { control, edit, events, history, nights, waitUntilIdle } = await livingCalendar(t)
  t.same(await nights(), [
    '2026-11-20 a',
    '2026-11-21 b',
    '2026-11-22 a',
    '2026-11-23 b',
    '2026-11-24 a',
    '2026-11-25 b',
  ])
  await edit('2026-11-21', { summary: '[Alex]' })
  const before = (await control.events('family')).map(({ etag }) => etag)
  const calls = await waitUntilIdle()
  const after = await events()

  const written = (await control.events('family')).filter(
    ({ etag }) => !before.includes(etag),
  ).length
  t.equal(calls[0], 'GET', 'one read of the changes')
  t.same(
    calls.slice(1),
    Array.from({ length: written }, () => 'PATCH'),
    'one write per night',
  )
  t.same((await nights()).slice(0, 2), ['2026-11-20 a', '2026-11-21 a (locked)'])
  t.same(
    after.map(event => event.replace(` ${routine}`, '')),
    (await nights()).map(night =>
      night.replace(' (locked)', '').replace(/ a$/, ' [Alex]').replace(/ b$/, ' [Robin]'),
    ),
    'the calendar matches the plan',
  )
  t.same(await history(), ['night-given 2026-11-21'])
})

t.test('restores a refused edit once, with a notice', async t => {
  const table = [
    ['unreadable', { summary: 'Bedtime' }],
    ['unreadable', { summary: '' }],
    ['name-not-allowed', { summary: `[${'x'.repeat(81)}]` }],
    ['moved', { start: { date: '2026-11-28' }, end: { date: '2026-11-29' } }],
    ['moved', { end: { date: '2026-11-24' } }],
    [
      'timed',
      {
        start: { date: null, dateTime: '2026-11-21T19:00:00Z' },
        end: { date: null, dateTime: '2026-11-21T20:00:00Z' },
      },
    ],
  ] as const
  const { edit, events, history, nights, notices, db, waitUntilIdle } = await livingCalendar(t)
  const before = [await events(), await nights()]
  for (const [because, change] of table) {
    await edit('2026-11-21', change)
    t.same(await waitUntilIdle(), ['GET', 'PATCH'], because)
    t.same([await events(), await nights()], before)
    t.same(await notices(), [`${because} 2026-11-21`])
    await db.deleteFrom('notices').execute()
  }
  t.equal((await history()).filter(entry => entry === 'edit-rejected 2026-11-21').length, 6)
})

t.test('restores a refused edit each time a person makes it', async t => {
  const { edit, notices, waitUntilIdle } = await livingCalendar(t)
  for (let time = 0; time < 3; time += 1) {
    await edit('2026-11-21', { summary: 'Bedtime' })
    t.same(await waitUntilIdle(), ['GET', 'PATCH'])
  }
  t.same(await notices(), ['unreadable 2026-11-21'], 'one notice')
})

t.test('follows the name in a moved event, on the original night', async t => {
  const { edit, events, nights, notices, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-21', {
    summary: '[Grandma]',
    start: { date: '2026-11-30' },
    end: { date: '2026-12-01' },
  })
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-21 Grandma (locked)'))
  t.ok((await events()).includes(`2026-11-21 [Grandma] ${routine}`))
  t.equal((await events()).length, 6)
  t.same(await notices(), ['moved 2026-11-21'])
})

t.test('ignores the old name in an event moved after the plan changed', async t => {
  const { db, edit, events, history, nights, waitUntilIdle } = await livingCalendar(t)
  const before = await nights()
  await householdTransaction(db, trx =>
    addAbsence(trx, {
      parent: 'b',
      from: day('2026-11-21'),
      to: day('2026-11-21'),
      now,
      actor: { kind: 'person', email: 'alex@example.com' },
    }),
  )
  t.ok((await nights()).includes('2026-11-21 a'), 'planned again, not pushed yet')
  await edit('2026-11-21', { start: { date: '2026-11-28' }, end: { date: '2026-11-29' } })
  await waitUntilIdle()
  t.not((await nights()).join(), before.join())
  t.ok((await nights()).includes('2026-11-21 a'), 'not locked')
  t.ok((await events()).includes(`2026-11-21 [Alex] ${routine}`))
  t.notOk((await history()).some(entry => entry.startsWith('night-given')))
})

t.test('restores a removed event once, with a history entry', async t => {
  for (const refuse of [false, true]) {
    const { control, events, history, nights, remove, waitUntilIdle } = await livingCalendar(t)
    const before = [await events(), await nights()]
    await control.refuseUndelete(refuse)
    await remove('2026-11-21')
    const calls = await waitUntilIdle()
    t.same(calls, refuse ? ['GET', 'PATCH', 'POST'] : ['GET', 'PATCH'])
    t.same([await events(), await nights()], before)
    t.same(await history(), ['event-restored 2026-11-21'])
  }
})

t.test('restores an event that is removed again', async t => {
  const { control, events, remove, waitUntilIdle } = await livingCalendar(t)
  await control.refuseUndelete()
  for (let time = 0; time < 3; time += 1) {
    await remove('2026-11-21')
    await waitUntilIdle()
    t.equal((await events()).length, 6)
  }
})

t.test('nights before the past limit keep their caregiver', async t => {
  const { control, edit, events, nights, notices, pull, push, remove } = await livingCalendar(t, {
    pastLimitDays: 2,
  })
  const at = Temporal.Instant.from('2026-11-24T18:00:00Z')
  const before = [await events(), await nights()]
  await edit('2026-11-21', { summary: '[Grandma]' })
  await edit('2026-11-20', { summary: 'Bedtime' })
  t.match(await pull({ at }), { verdicts: { restore: 2 } })
  t.same((await push({ at })).calls, ['PATCH', 'PATCH'])
  t.same([await events(), await nights()], before)
  t.same((await notices()).toSorted(), ['too-old 2026-11-20', 'too-old 2026-11-21'])
  await remove('2026-11-21')
  t.match(await pull({ at }), { verdicts: { recreate: 1 } })
  t.same((await push({ at })).calls, ['PATCH'])
  t.same(await events(), before[0])
  t.match(await pull({ at }), { verdicts: { echo: 1 } })
  sameParts(t, await push({ at }), { calls: [] })
  t.equal((await control.events('family')).length, 6)
})

t.test('a past night may change up to the past limit', async t => {
  const { edit, events, nights, pull, push } = await livingCalendar(t, { pastLimitDays: 3 })
  const at = Temporal.Instant.from('2026-11-24T18:00:00Z')
  await edit('2026-11-21', { summary: 'alex' })
  t.match(await pull({ at }), { verdicts: { assign: 1 } })
  await push({ at })
  t.ok((await nights()).includes('2026-11-21 a (locked)'))
  t.ok((await events()).includes(`2026-11-21 [Alex] ${routine}`))
  t.ok((await nights()).includes('2026-11-20 a'), 'other nights are unchanged')
})

t.test('two swapped titles are two edits', async t => {
  const { edit, history, nights, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-22', { summary: '[Robin]' })
  await edit('2026-11-23', { summary: '[Alex]' })
  await waitUntilIdle()
  const shown = await nights()
  t.ok(shown.includes('2026-11-22 b (locked)') && shown.includes('2026-11-23 a (locked)'))
  t.same(await history(), ['night-given 2026-11-22', 'night-given 2026-11-23'])
})
