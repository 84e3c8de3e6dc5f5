import t from 'tap'
import { hasFewer, stepPrice, type PricedNight } from '../src/price.ts'

const night: PricedNight = {
  free: true,
  published: null,
  nearAbsence: [false, false],
  ratherNot: [false, false],
  evenOffset: 0,
  balance30Ago: 0,
}

t.test('a change of what was published has a price, if there is a choice', async t => {
  const changed = stepPrice({ ...night, published: 1 }, 0, 0)
  t.ok(changed > 0)
  t.equal(stepPrice({ ...night, published: 0 }, 0, 0), 0)
  t.equal(stepPrice(night, 0, 0), 0, 'not published')
  t.equal(stepPrice({ ...night, free: false, published: 1 }, 0, 0), 0, 'no choice')
})

t.test('even parents are told apart by the last 30 nights only', async t => {
  for (const [balance, balance30Ago, sides] of [
    [0, 0, [false, false]],
    [0, 20, [true, false]],
    [0, -20, [false, true]],
    [-20, -20, [true, false]],
    [20, 20, [false, true]],
  ] as const)
    t.same(
      [0, 1].map(side => hasFewer({ ...night, balance30Ago }, side === 0 ? 0 : 1, balance)),
      sides,
      `${balance} ${balance30Ago}`,
    )
})
