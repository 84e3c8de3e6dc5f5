import t from 'tap'
import {
  hasFewer,
  needsFewer,
  stepPrice,
  unexplainedPrice,
  type PricedNight,
} from '../src/price.ts'

const night: PricedNight = {
  free: true,
  published: null,
  nearAbsence: [false, false],
  ratherNot: [false, false],
  evenOffset: 0,
  turn: null,
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

t.test('another parent’s turn is taken only to make a night good', async t => {
  const nearby = { nearAbsence: [true, true], ratherNot: [true, true] } as const
  const ofA = { ...night, ...nearby, turn: 0, evenOffset: -20, balance30Ago: -60 } as const
  const ofB = { ...night, ...nearby, turn: 1, evenOffset: 20, balance30Ago: 60 } as const
  t.same([unexplainedPrice(ofA), unexplainedPrice(ofB)], [Infinity, Infinity])
  t.same([needsFewer(ofA, 0, 2), needsFewer(ofA, 1, 2)], [false, true])
  t.same([needsFewer(ofB, 0, 2), needsFewer(ofB, 1, 2)], [true, false])
  t.notOk(needsFewer({ ...ofA, free: false }, 1, 2), 'only b can')
  for (const balance of [-60, -20, 0, 20, 60])
    t.same(
      [hasFewer(ofA, 1, balance), hasFewer(ofB, 0, balance)],
      [balance > 20, balance < -20],
      `${balance}, however few lately`,
    )
})
