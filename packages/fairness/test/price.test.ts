import t from 'tap'
import { choicePrice, hasFewer, stepPrice, type PricedNight } from '../src/price.ts'

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
  const [ofA, ofB] = [
    { ...night, turn: 0, evenOffset: -20 },
    { ...night, turn: 1, evenOffset: 20 },
  ] as const
  for (const balance of [-60, -20, 0, 20, 60]) {
    t.ok(choicePrice(ofA, 0, 2, balance) < Infinity)
    t.ok(choicePrice(ofB, 1, 2, balance) < Infinity)
    t.equal(choicePrice(ofA, 1, 2, balance) < Infinity, balance > 20, `b at ${balance}`)
    t.equal(choicePrice(ofB, 0, 2, balance) < Infinity, balance < -20, `a at ${balance}`)
  }
  const onlyB = { ...ofA, free: false, nearAbsence: [true, true], ratherNot: [true, true] } as const
  t.ok(choicePrice(onlyB, 1, 0, 0) < Infinity, 'where only b can')
  const lately = { ...ofA, nearAbsence: [true, true], ratherNot: [true, true] } as const
  t.equal(choicePrice({ ...lately, balance30Ago: -60 }, 1, 3, 20), Infinity, 'not for less')
})
