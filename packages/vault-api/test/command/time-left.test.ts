import t from 'tap'
import { leftText, timeLeftOf } from '../../src/command/terminal.ts'

t.test('the time left follows the rate of the last seconds, not that of the whole', async t => {
  const left = timeLeftOf(10_000)
  t.equal(left(0, 0), null, 'nothing is known yet')
  t.equal(left(10, 500), null, 'too early')
  // 100 a second for 20 s, then 10 a second.
  for (let second = 1; second <= 20; second++) left(second * 100, second * 1_000)
  t.equal(left(2_000, 20_000), 80_000)
  for (let second = 21; second <= 40; second++) left(2_000 + (second - 20) * 10, second * 1_000)
  t.equal(left(2_200, 40_000), 780_000, 'the mean of the whole would be 142 s')
})

t.test('a pause counts, and a repeat that takes back what was sent says nothing', async t => {
  const left = timeLeftOf(200)
  left(0, 0)
  t.equal(left(100, 10_000), 10_000)
  t.equal(left(100, 15_000), 15_000)
  t.equal(left(0, 15_500), null)
})

t.test('says it in words', async t => {
  t.same([null, 0, 100, 59_000, 60_000, 61_000, 3_600_000, 7_260_000].map(leftText), [
    '',
    '',
    ', 1 s left',
    ', 59 s left',
    ', 1 min left',
    ', 2 min left',
    ', 1 h 0 min left',
    ', 2 h 1 min left',
  ])
})
