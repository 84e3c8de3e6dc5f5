import t from 'tap'
import { totalOf } from '../src/night-sum.ts'
import { startTally } from '../src/tally.ts'

const none = { a: 0, b: 0 }

t.test('counts all nights, and the last 30 dates separately', async t => {
  const tally = startTally({
    counts: { a: 2, b: 0, babysitter: 0 },
    weighed: { a: 3, b: 0 },
    balance: 60,
  })
  t.same(tally.read().weighed.totals, { a: 3, b: 0 }, 'older nights may weigh more')
  tally.add('b', 1.5, -30)
  tally.add('a', 1.5, 20)
  for (let night = 2; night < 30; night++) tally.add(null, 1.5, 0)
  t.same(tally.read().last30, { a: 1, b: 1 }, 'an open night counts as a date')
  t.same(tally.read().balance, { totals: 50, last30: -10 })
  tally.add(null, 1.5, 0)
  tally.add(null, 1.5, 0)
  t.same(tally.read(), {
    totals: { a: 3, b: 1 },
    last30: none,
    streak: { parent: 'a', nights: 1 },
    weighed: { totals: { a: 4.5, b: 1.5 }, last30: none },
    balance: { totals: 50, last30: 0 },
  })
})

t.test('a streak ignores babysitter and open nights', async t => {
  const tally = startTally(totalOf([]))
  t.same(tally.read().streak, { parent: null, nights: 0 })
  for (const caregiver of ['a', 'babysitter', null, 'a'] as const) tally.add(caregiver, 1, 0)
  t.same(tally.read().streak, { parent: 'a', nights: 2 })
  tally.add('b', 1, 0)
  t.same(tally.read().streak, { parent: 'b', nights: 1 })
})

t.test('a tally that was read does not change later', async t => {
  const tally = startTally(totalOf([]))
  const before = tally.read()
  tally.add('a', 1, 20)
  t.same(before, {
    totals: none,
    last30: none,
    streak: { parent: null, nights: 0 },
    weighed: { totals: none, last30: none },
    balance: { totals: 0, last30: 0 },
  })
})
