import { readCalendarEvents } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { saveParents } from '@night-routine/database/nights'
import t from 'tap'
import { firstNight, plannedHousehold, visible } from './pushing.ts'
import { sameParts } from '../same-parts.ts'

const routine = '🌃👶Routine'

t.test('the first push creates one event per night, and nothing else', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 12 })
  const first = await push()
  t.same(
    first.calls,
    Array.from({ length: 12 }, () => 'POST'),
  )
  sameParts(t, first, { writes: 12, reads: 0, skipped: [] })
  const events = await control.events('family')
  t.equal(events.length, 12)
  t.match(events[1], {
    status: 'confirmed',
    summary: `[Robin] ${routine}`,
    start: { date: '2026-11-21' },
    end: { date: '2026-11-22' },
    transparency: 'transparent',
    extendedProperties: { private: { app: 'night-routine', night: '2026-11-21', generation: '0' } },
  })
  t.match(events[1]?.description, /http:\/\/localhost:8080\/\?month=2026-11&night=\d+/)
  t.equal((await readCalendarEvents(db, 'family')).length, 12)
  await db.updateTable('settings').set({ language: 'fr' }).execute()
  await push()
  t.match((await control.events('family'))[1]?.description, /tour|soir/, 'in another language')
})

t.test('writes nothing while a parent has no name', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 5 })
  const names = async (a: string | null, b: string | null) =>
    transaction(db, trx =>
      saveParents(trx, {
        a: { name: a, unavailableWeekdays: [], ratherNotWeekdays: [] },
        b: { name: b, unavailableWeekdays: [], ratherNotWeekdays: [] },
      }),
    )
  for (const [a, b] of [
    [null, null],
    ['Alex', null],
    [null, 'Robin'],
  ] as const) {
    await names(a, b)
    sameParts(t, await push(), { writes: 0, calls: [] }, `${a}, ${b}`)
  }
  t.same(await control.events('family'), [])
  await names('Parent A', 'Parent B')
  t.match(await push(), { writes: 5 }, 'these can be real names')
})

t.test('a push stops at its call limit and requests another one', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 5 })
  t.match(await push({ maxCalls: 3 }), { writes: 3 })
  t.match(await readJobRequests(db), [{ kind: 'push', requestNumber: 1n }])
  t.match(await push({ maxCalls: 3 }), { writes: 2 })
  t.equal(visible(await control.events('family')).length, 5)
})

t.test('a push that lost its lease writes nothing more', async t => {
  const { db, control, push } = await plannedHousehold(t, { nights: 5 })
  let steps = 0
  const guard = () => {
    steps += 1
    if (steps > 4) throw new Error('lost')
  }
  await t.rejects(push({ guard }), { message: 'lost' })
  t.equal((await control.events('family')).length, 2)
  t.match(await push(), { writes: 3 })
  t.equal(firstNight.toString(), (await readCalendarEvents(db, 'family'))[0]?.night.toString())
})

t.test('does nothing without a selected calendar', async t => {
  const { db, push } = await plannedHousehold(t, { nights: 2 })
  await db.deleteFrom('calendar_settings').execute()
  sameParts(t, await push(), { writes: 0, reads: 0, calls: [] })
})
