import t from 'tap'
import { startTally } from '../src/tally.ts'

t.test('counts all nights, and the last 30 dates separately', async t => {
  const tally = startTally({ a: 2, b: 0 })
  for (let night = 0; night < 31; night++) tally.add(night === 0 ? 'b' : null, 1.5)
  t.same(tally.read().totals, { a: 2, b: 1 })
  t.same(tally.read().last30, { a: 0, b: 0 }, 'an open night counts as a date')
  t.same(tally.read().weighed, { totals: { a: 2, b: 1.5 }, last30: { a: 0, b: 0 } })
})

t.test('a streak ignores babysitter and open nights', async t => {
  const tally = startTally({ a: 0, b: 0 })
  t.same(tally.read().streak, { parent: null, nights: 0 })
  for (const caregiver of ['a', 'babysitter', null, 'a'] as const) tally.add(caregiver, 1)
  t.same(tally.read().streak, { parent: 'a', nights: 2 })
  tally.add('b', 1)
  t.same(tally.read().streak, { parent: 'b', nights: 1 })
})

t.test('a tally that was read does not change later', async t => {
  const tally = startTally({ a: 0, b: 0 })
  const before = tally.read()
  tally.add('a', 1)
  t.same(before, {
    totals: { a: 0, b: 0 },
    last30: { a: 0, b: 0 },
    streak: { parent: null, nights: 0 },
    weighed: { totals: { a: 0, b: 0 }, last30: { a: 0, b: 0 } },
  })
})

t.test('older nights may weigh more than their number', async t => {
  const { totals, weighed } = startTally({ a: 2, b: 0 }, { a: 3, b: 0 }).read()
  t.same(
    [totals, weighed.totals],
    [
      { a: 2, b: 0 },
      { a: 3, b: 0 },
    ],
  )
})
