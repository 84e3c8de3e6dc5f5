import { householdTransaction } from '@night-routine/database/connection'
import { planHousehold } from '@night-routine/household'
import t from 'tap'
import { schedule } from '@night-routine/testing/household'
import { evening, fix, household } from './planned-household.ts'

t.test('keeps an override written while planning waits', async t => {
  const { db, plan, stored } = await household()
  await plan()
  const held = Promise.withResolvers<void>()
  const overriding = householdTransaction(db, async trx => {
    await held.promise
    await fix(trx, '2026-11-23', 'babysitter')
  })
  const planning = plan(evening.add({ hours: 24 }))
  await new Promise(resolve => setTimeout(resolve, 100))
  held.resolve()
  await Promise.all([overriding, planning])
  t.match((await stored('2026-11-23', '2026-11-23'))[0], {
    caregiver: 'babysitter',
    override: true,
  })
})

t.test('simultaneous planning runs wait for each other, and the first one writes', async t => {
  const { db, history, nights } = await household()
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      householdTransaction(db, trx => planHousehold(trx, { now: evening, actor: schedule })),
    ),
  )
  t.same(
    outcomes.map(({ changed }) => changed.length).toSorted((a, b) => a - b),
    [0, 0, 0, 0, 0, 30],
  )
  t.equal((await nights()).length, 30)
  t.equal(((await history()) as unknown[]).length, 1)
})

t.test('a plan that fails halfway writes nothing', async t => {
  const { db, history, nights, pushRequests } = await household()
  await t.rejects(
    householdTransaction(db, async trx => {
      await planHousehold(trx, { now: evening, actor: schedule })
      throw new Error('the power went')
    }),
  )
  t.same(await nights(), [])
  t.same(await history(), [])
  t.equal(await pushRequests(), 0)
})
