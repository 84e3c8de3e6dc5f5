import { inNights, leadOf, ledgerOf, sumNights, totalOf } from '@night-routine/fairness'
import type { Split } from '@night-routine/fairness'
import t from 'tap'
import { day } from './requests.ts'

const weekends = { weekdays: { 5: 1.5, 6: 1.5 }, nights: [{ night: day(4), weight: 3 }] }

t.test('a balance is what was done, minus what the share asks', async t => {
  const table: [Split, done: { a: number; b: number }, balance: number][] = [
    [{}, { a: 7, b: 5 }, 2],
    [{ share: 60 }, { a: 12, b: 8 }, 0],
    [{ share: 60 }, { a: 12, b: 18 }, -12],
    [{ share: 30 }, { a: 3, b: 7 }, 0],
    [{ share: 30 }, { a: 4, b: 6 }, 2],
    [{ share: 55 }, { a: 1, b: 0 }, 0.9],
    [{ share: 55 }, { a: 0, b: 1.5 }, -1.65],
  ]
  for (const [split, done, balance] of table)
    t.equal(inNights(ledgerOf(split).balance(done)), balance, JSON.stringify([split, done]))
})

t.test('the lead names the parent who has done more than their share', async t => {
  const { balance } = ledgerOf({ share: 60 })
  t.same(leadOf(balance({ a: 12, b: 18 })), { parent: 'b', nights: 12 })
  t.same(leadOf(balance({ a: 2, b: 1 })), { parent: 'a', nights: 0.4 })
  t.equal(leadOf(balance({ a: 12, b: 8 })), null)
})

t.test('what is due is the share of all weighed nights', async t => {
  t.same(ledgerOf({ share: 60 }).due({ a: 12, b: 18 }), { a: 18, b: 12 })
  t.same(ledgerOf().due({ a: 3, b: 1.5 }), { a: 2.25, b: 2.25 })
})

t.test('nights add up by caregiver, and those of parents also by weight', async t => {
  const sum = sumNights([
    { caregiver: 'a', nights: 3, weight: 1.5 },
    { caregiver: 'a', nights: 1, weight: 1 },
    { caregiver: 'b', nights: 2, weight: 2 },
    { caregiver: 'babysitter', nights: 4, weight: 3 },
    { caregiver: null, nights: 5, weight: 3 },
  ])
  t.same(sum, { counts: { a: 4, b: 2, babysitter: 4 }, weighed: { a: 5.5, b: 4 } })
  t.same(totalOf([sum, sum]), { counts: { a: 8, b: 4, babysitter: 8 }, weighed: { a: 11, b: 8 } })
  t.same(totalOf([]), sumNights([]))
})

t.test('a single night’s weight wins over its weekday’s', async t => {
  const { weightOf, weekdayWeight } = ledgerOf({ weights: weekends })
  t.same([3, 4, 5, 11].map(day).map(weightOf), [1, 3, 1.5, 1.5])
  t.same([4, 5].map(weekdayWeight), [1, 1.5])
})

t.test('a night’s step is its share of the other parent, times its weight', async t => {
  const { step, balance } = ledgerOf({ share: 70 })
  t.equal(inNights(step('a', 1)), 0.6)
  t.equal(inNights(step('b', 1.5)), -2.1)
  t.same([step('babysitter', 2), step(null, 2)], [0, 0])
  t.equal(step('a', 2) + step('b', 1.5), balance({ a: 2, b: 1.5 }))
})

t.test('knows the lightest and the heaviest weekday', async t => {
  const { ordinary, heaviest } = ledgerOf({ weights: weekends })
  t.same([ordinary, heaviest].map(inNights), [1, 1.5])
})

t.test('midway lies between both choices', async t => {
  const { midway, step } = ledgerOf({ share: 65 })
  t.equal(midway(7, 1.5), 7 + (step('a', 1.5) + step('b', 1.5)) / 2)
  t.equal(ledgerOf().midway(7, 3), 7, 'equal shares: the balance itself')
})

t.test('is even within one of the lightest nights', async t => {
  t.same(
    [0, 20, -20, 21, -21].map(units => ledgerOf().isEven(units)),
    [true, true, true, false, false],
  )
  const heavy = { 1: 2, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2 }
  t.same([40, 41].map(ledgerOf({ weights: { weekdays: heavy, nights: [] } }).isEven), [true, false])
})

t.test('a split is plain when nothing differs from half and half', async t => {
  const none = { weekdays: { 5: 1 }, nights: [{ night: day(0), weight: 1 }] }
  t.ok(ledgerOf({ share: 50, weights: none }).isPlain)
  t.notOk(ledgerOf({ share: 55 }).isPlain)
  t.notOk(ledgerOf({ weights: { ...none, weekdays: { 5: 1.5 } } }).isPlain)
  t.notOk(ledgerOf({ weights: { ...none, nights: weekends.nights } }).isPlain)
  t.same(ledgerOf({ share: 60 }).share, { a: 60, b: 40 })
  t.notOk(ledgerOf({ share: 60, weights: none }).isWeighted)
  t.ok(ledgerOf({ weights: { ...none, nights: weekends.nights } }).isWeighted)
})
