import { householdTransaction } from '@night-routine/database/connection'
import { readHouseholdSettings, saveHouseholdSettings } from '@night-routine/household'
import t from 'tap'
import { by } from '@night-routine/testing/household'
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

t.test('an earlier name still means the parent, and does not stay', async t => {
  const { db, edit, events, nights, waitUntilIdle } = await livingCalendar(t)
  await householdTransaction(db, async trx => {
    const settings = await readHouseholdSettings(trx)
    const { a, b } = settings.parents
    const parents = { a: { ...a, name: 'Sasha' }, b }
    await saveHouseholdSettings(trx, { settings: { ...settings, parents }, ...by })
  })
  await waitUntilIdle()
  await edit('2026-11-21', { summary: '[Ａlex]' })
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-21 a (locked)'))
  await edit('2026-11-21', { summary: `[Alex] ${routine}` })
  await waitUntilIdle()
  t.ok((await events()).includes(`2026-11-21 [Sasha] ${routine}`), 'also on a locked night')
})
