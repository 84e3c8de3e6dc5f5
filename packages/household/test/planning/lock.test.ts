import { householdTransaction } from '@night-routine/database/connection'
import { planHousehold } from '@night-routine/household'
import t from 'tap'
import { schedule } from '@night-routine/testing/household'
import { evening, household } from './planned-household.ts'

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
