import { readSettings } from '@night-routine/household'
import { inTurn, storeNights } from '@night-routine/testing/database'
import t from 'tap'
import { plain } from '@night-routine/testing/household'
import { explanationFaults } from '../changes/explanation-faults.ts'
import { day, evening, household, instant } from './planned-household.ts'
import { readPlanningFacts } from '../../src/planning/planning-facts.ts'

t.test('the first plan reaches from tonight to the horizon', async t => {
  const { db, plan, nights, stored, history, pushRequests } = await household()
  const actor = { kind: 'person' as const, email: 'alex@example.com' }
  const { changed, openNights } = (await plan(evening, actor)) as Record<string, string[]>
  t.equal(changed?.length, 30)
  t.same(openNights, [])
  const planned = await nights()
  t.equal(planned.length, 30)
  t.equal(planned[0], '2026-11-20 a')
  t.equal(planned[29], '2026-12-19 b')
  t.match(plain((await stored())[0]), {
    reason: 'Alternating',
    override: false,
    decidedOn: '2026-11-20',
  })
  t.same(await history(), [
    {
      actor_kind: 'person',
      actor: 'alex@example.com',
      action: 'nights-planned',
      night: null,
      before: null,
      after: {
        from: '2026-11-20',
        to: '2026-12-19',
        nights: 30,
        caregivers: Object.fromEntries(planned.map(said => said.split(' '))),
      },
    },
  ])
  t.equal(await pushRequests(), 1)
  t.equal(String((await readSettings(db)).lastPlannedOn), '2026-11-20')
})

t.test('planning again without changes writes nothing', async t => {
  const { plan, stored, history, pushRequests } = await household({
    unavailableWeekdays: { a: [3] },
  })
  await plan()
  const before = plain(await stored())
  t.same(await plan(), { changed: [], openNights: [] })
  t.same(plain(await stored()), before)
  t.equal(((await history()) as unknown[]).length, 1)
  t.equal(await pushRequests(), 1)
})

t.test('a push follows when the window of nights moved, though no night changed', async t => {
  const { plan, pushRequests, set } = await household()
  await plan()
  await set({ look_ahead_days: 29 })
  t.same(await plan(evening.add({ hours: 24 })), { changed: [], openNights: [] })
  t.equal(await pushRequests(), 2)
})

t.test('plans nothing with a clock that cannot be right', async t => {
  const { plan, stored } = await household()
  await plan()
  const before = plain(await stored())
  for (const days of [-3_650, -3, 60])
    await t.rejects(plan(evening.add({ hours: 24 * days })), { name: 'ClockError' })
  t.same(plain(await stored()), before)
})

t.test('each day adds one night at the end and changes no other', async t => {
  const { plan, stored, history } = await household({
    unavailableWeekdays: { a: [2], b: [5, 6] },
  })
  await plan()
  for (let days = 1; days <= 20; days++) {
    const before = plain(await stored())
    const outcome = await plan(evening.add({ hours: 24 * days }))
    const newest = day('2026-12-19').add({ days }).toString()
    t.same(outcome, { changed: [newest], openNights: [] })
    t.same(plain(await stored('2000-01-01', '2026-12-19')), (before as unknown[]).slice(0, 30))
  }
  t.equal(((await history()) as unknown[]).length, 21)
})

t.test('only people change tonight once somebody does it', async t => {
  const { plan, away, nights, stored } = await household()
  await plan()
  await away('a', '2026-11-20', '2026-11-22')
  await plan()
  t.same((await nights()).slice(0, 3), ['2026-11-20 a', '2026-11-21 b', '2026-11-22 b'])
  t.match((await stored('2026-11-22', '2026-11-22'))[0], { reason: 'Unavailability' })
  // Until 04:00 it is still the night of the 20th.
  await plan(instant('2026-11-21T02:59:00Z'))
  t.equal((await nights())[0], '2026-11-20 a')
})

t.test(
  'nights missed while the worker was down stay missing and count for neither parent',
  async t => {
    const { plan, nights } = await household({ lookAheadDays: 2 })
    await plan()
    await plan(instant('2026-11-25T17:00:00Z'))
    t.same(await nights(), ['2026-11-20 a', '2026-11-21 b', '2026-11-25 a', '2026-11-26 b'])
  },
)

t.test('the history lists the published nights that moved', async t => {
  const { plan, fix, history, nights } = await household({ lookAheadDays: 8 })
  await plan()
  const before = await nights()
  await fix('2026-11-21', 'a')
  await plan(evening, { kind: 'person', email: 'robin@example.com' })
  const after = await nights()
  const moved = after.filter(
    (night, index) => night !== before[index] && !night.startsWith('2026-11-21'),
  )
  t.ok(moved.length > 0)
  const entries = (await history()) as { action: string; night: string; actor: string }[]
  t.same(
    entries.slice(1).map(({ action, night, actor }) => `${action} ${night} ${actor}`),
    moved.map(night => `night-replanned ${night.slice(0, 10)} robin@example.com`),
  )
})

t.test(
  'a night without an available parent is open, and planned when one is available',
  async t => {
    const { db, plan, away, nights, stored } = await household({ lookAheadDays: 6 })
    await away('a', '2026-11-20', '2026-11-22')
    await away('b', '2026-11-20', '2026-11-20')
    await away('b', '2026-11-22', '2026-11-22')
    t.same(((await plan()) as Record<string, string[]>)['openNights'], ['2026-11-20', '2026-11-22'])
    t.same((await nights()).slice(0, 3), ['2026-11-20 open', '2026-11-21 b', '2026-11-22 open'])
    t.match((await stored())[0], { reason: null, explanation: { away: ['a', 'b'] } })
    t.same(((await plan()) as Record<string, string[]>)['changed'], [], 'open stays open')

    await db.deleteFrom('absences').where('parent', '=', 'b').execute()
    t.same(((await plan()) as Record<string, string[]>)['openNights'], [])
    t.same((await nights()).slice(0, 3), ['2026-11-20 b', '2026-11-21 b', '2026-11-22 b'])
  },
)

t.test('nights of years count as a sum, and a streak is whole', async t => {
  const { db, plan, stored } = await household()
  const streak = inTurn('2026-09-01', 80).map(night => ({ ...night, caregiver: 'a' as const }))
  await storeNights(db, [...inTurn('2026-01-01', 243), ...streak])
  await plan()
  const faults = explanationFaults(await stored()).filter(fault => fault >= '2026-11-15')
  t.same(faults, [])
  const { record } = await readPlanningFacts(db, evening)
  t.same(plain(record[0]?.night), '2026-08-30', 'the last night of the other parent')
})

t.test('a new tonight counts for a locked night beyond the plan', async t => {
  const { plan, fix, set, stored } = await household({ lookAheadDays: 8 })
  await plan()
  await fix('2026-11-27', 'babysitter')
  await set({ look_ahead_days: 1, past_limit_days: 0 })
  await plan()
  for (const hours of [24, 48]) await plan(evening.add({ hours }))
  t.same(explanationFaults(await stored()), [])
  t.same((await stored()).at(-1)?.explanation?.totals, { a: 2, b: 1 })
})

t.test('counting can restart', async t => {
  const owing = await household({ lookAheadDays: 10 })
  await owing.plan()
  for (let days = 0; days < 8; days++)
    await owing.fix(day('2026-11-20').add({ days }).toString(), 'a')
  const later = evening.add({ hours: 24 * 8 })
  await owing.plan(later)
  const last = async () => (await owing.stored()).at(-1)?.explanation?.totals
  t.ok(((await last())?.a ?? 0) > 8)
  await owing.set({ count_from: '2026-11-28' })
  await owing.plan(later.add({ hours: 24 }))
  const totals = await last()
  t.ok(Math.abs((totals?.a ?? 9) - (totals?.b ?? 0)) <= 1)
})
