import t from 'tap'
import { lead, startTally } from '../src/tally.ts'

t.test('counts all nights, and the last 30 dates separately', async t => {
  const tally = startTally({ a: 2, b: 0 })
  for (let night = 0; night < 31; night++) tally.add(night === 0 ? 'b' : null)
  t.same(tally.read().totals, { a: 2, b: 1 })
  t.same(tally.read().last30, { a: 0, b: 0 }, 'an open night counts as a date')
})

t.test('a streak ignores babysitter and open nights', async t => {
  const tally = startTally({ a: 0, b: 0 })
  t.same(tally.read().streak, { parent: null, nights: 0 })
  for (const caregiver of ['a', 'babysitter', null, 'a'] as const) tally.add(caregiver)
  t.same(tally.read().streak, { parent: 'a', nights: 2 })
  tally.add('b')
  t.same(tally.read().streak, { parent: 'b', nights: 1 })
})

t.test('a tally that was read does not change later', async t => {
  const tally = startTally({ a: 0, b: 0 })
  const before = tally.read()
  tally.add('a')
  t.same(before, {
    totals: { a: 0, b: 0 },
    last30: { a: 0, b: 0 },
    streak: { parent: null, nights: 0 },
  })
})

t.test('a lead is the difference of two counts', async t => {
  t.equal(lead({ a: 5, b: 2 }, 'a'), 3)
  t.equal(lead({ a: 5, b: 2 }, 'b'), -3)
})
