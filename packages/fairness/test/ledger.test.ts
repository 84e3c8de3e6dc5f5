import t from 'tap'
import type { Caregiver, Split } from '@night-routine/fairness'
import { dueOf, inNights, leadOf, ledgerOf } from '../src/ledger.ts'
import type { Turns } from '../src/ledger.ts'
import { isHalves, sumNights, totalOf } from '../src/night-sum.ts'
import { day } from './requests.ts'

const weekends = { weekdays: { 5: 1.5, 6: 1.5 }, nights: [{ night: day(4), weight: 3 }] }
const later = [
  { from: day(7), share: 60 },
  { from: day(14), weekdays: { 1: 2, 5: 1.5 } },
]
const weeks: Turns = { parent: 'b', weekday: 5, weeks: 1, isMadeGood: true }
const turning = (given: Partial<Turns> = {}, from = day(2)) =>
  ledgerOf({ later: [{ from, turns: { ...weeks, ...given } }] })

t.test('a night adds twice the other parent’s share, times its weight', async t => {
  const table: [Split, night: number, Caregiver | null, added: number][] = [
    [{}, 0, 'a', 1],
    [{}, 0, 'b', -1],
    [{ share: 60 }, 0, 'a', 0.8],
    [{ share: 60 }, 0, 'b', -1.2],
    [{ share: 55, weights: weekends }, 5, 'b', -1.65],
    [{ share: 70, weights: weekends }, 4, 'a', 1.8],
    [{ weights: weekends }, 4, 'babysitter', 0],
    [{ weights: weekends }, 4, null, 0],
    // Each night by the agreement of its own date.
    [{ share: 30, later }, 6, 'a', 1.4],
    [{ share: 30, later }, 7, 'a', 0.8],
    [{ share: 30, later }, 13, 'b', -1.2],
    [{ share: 30, later }, 14, 'b', -2],
    [{ share: 30, later }, 18, 'a', 1.5],
  ]
  for (const [split, index, caregiver, added] of table) {
    const { step, weightOf } = ledgerOf(split)
    const units = step(caregiver, weightOf(day(index)), day(index))
    t.equal(inNights(units), added, JSON.stringify([split, index, caregiver]))
  }
  t.equal(inNights(ledgerOf({ share: 30, later }).step('a', 2, null)), 2.8, 'before the dates')
})

t.test('a single night’s weight wins over its weekday’s, in every agreement', async t => {
  const nights = [{ night: day(14), weight: 1 }, ...weekends.nights]
  const { weightOf } = ledgerOf({ weights: { ...weekends, nights }, later })
  t.same([3, 4, 5, 11, 14, 18, 21].map(day).map(weightOf), [1, 3, 1.5, 1, 1, 1.5, 2])
})

t.test('the lead names the parent who has done more than their share', async t => {
  t.same(leadOf(-240), { parent: 'b', nights: 12 })
  t.same(leadOf(8), { parent: 'a', nights: 0.4 })
  t.equal(leadOf(0), null)
})

t.test('nights add up by caregiver, and those of parents also by weight', async t => {
  const ledger = ledgerOf({ share: 60, weights: weekends, later })
  const sum = sumNights(
    [
      { caregiver: 'a', nights: 3, last: day(5) },
      { caregiver: 'a', nights: 1, last: day(1) },
      { caregiver: 'b', nights: 2, last: day(14) },
      { caregiver: 'babysitter', nights: 4, last: day(4) },
      { caregiver: null, nights: 5, last: day(4) },
    ],
    ledger,
  )
  t.same(sum, { counts: { a: 4, b: 2, babysitter: 4 }, weighed: { a: 5.5, b: 4 }, balance: 8 })
  t.same(totalOf([sum, sum]), {
    counts: { a: 8, b: 4, babysitter: 8 },
    weighed: { a: 11, b: 8 },
    balance: 16,
  })
  t.same(totalOf([]), sumNights([], ledger))
  t.notOk(isHalves(sum))
  t.ok(isHalves(sumNights([done('a', 4, 4), done('b', 1, 4)], ledgerOf())))
})

const done = (caregiver: Caregiver, nights: number, last: number) => ({
  caregiver,
  nights,
  last: day(last),
})

t.test('what is due adds up, agreement by agreement', async t => {
  const ledger = ledgerOf({ later })
  // Of 10 nights half, of 10 others 60 %.
  const groups = [done('a', 7, 6), done('b', 3, 6), done('a', 2, 8), done('b', 8, 8)]
  const { weighed, balance } = sumNights(groups, ledger)
  t.same(dueOf(weighed, balance), { a: 11, b: 9 })
  // In weeks that turn about each owes their own week's nights.
  const turned = sumNights([done('a', 4, 4), done('a', 3, 11), done('b', 1, 4)], turning())
  t.same(dueOf(turned.weighed, turned.balance), { a: 5, b: 3 })
})

t.test('the terms of a night are those of its agreement', async t => {
  const { termsAt } = ledgerOf({ weights: weekends, later })
  const at = (index: number) => {
    const { since, share, ordinary, heaviest, isPlain } = termsAt(day(index))
    return [since?.toString(), share.a, share.b, inNights(ordinary), inNights(heaviest), isPlain]
  }
  t.same(at(6), [undefined, 50, 50, 1, 1.5, false])
  t.same(at(7), ['2026-01-12', 60, 40, 1, 1, false])
  t.same(at(14), ['2026-01-19', 50, 50, 1, 2, false])
  const heavy = { 1: 2, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2 }
  const { lightest } = ledgerOf({ weights: { weekdays: heavy, nights: [] }, later })
  t.equal(inNights(lightest), 2)
})

t.test('midway lies between both choices', async t => {
  const { midway } = ledgerOf({ share: 65, later })
  t.equal(midway(7, 1.5, day(0)), 7 - 9)
  t.equal(midway(7, 1.5, day(7)), 7 - 6)
  t.equal(midway(7, 3, day(14)), 7, 'equal shares: the balance itself')
})

t.test('is even within one of the lightest nights', async t => {
  const heavy = { 1: 2, 2: 2, 3: 2, 4: 2, 5: 3, 6: 3, 7: 2 }
  const { isEven } = ledgerOf({ later: [{ from: day(7), weekdays: heavy }] })
  t.same(
    [0, 20, -20, 21, -21].map(units => isEven(units, day(6))),
    [true, true, true, false, false],
  )
  t.same(
    [40, 41].map(units => isEven(units, day(7))),
    [true, false],
  )
})

t.test('an agreement is plain when nothing has differed from half and half', async t => {
  const none = { weekdays: { 5: 1 }, nights: [{ night: day(0), weight: 1 }] }
  const single = { weekdays: {}, nights: weekends.nights }
  const from = day(7)
  const table: [Split, isPlain: boolean, isWeighted: boolean, before?: boolean][] = [
    [{}, true, false],
    [{ share: 50, weights: none }, true, false],
    [{ share: 55, weights: none }, false, false],
    [{ weights: { ...none, weekdays: { 5: 1.5 } } }, false, true],
    [{ weights: single }, false, true],
    [{ later: [{ from, share: 50, weekdays: { 5: 1 }, turns: null }] }, true, false],
    [{ later: [{ from, share: 55 }] }, false, false, true],
    [{ later: [{ from, weekdays: { 5: 1.5 } }] }, false, true, true],
    [{ later: [{ from, turns: weeks }] }, false, false, true],
    [{ share: 55, later: [{ from }] }, false, false],
  ]
  for (const [split, isPlain, isWeighted, before = isPlain] of table) {
    const ledger = ledgerOf(split)
    t.same(
      [ledger.termsAt(day(6)).isPlain, ledger.termsAt(day(7)).isPlain, ledger.isPlain],
      [before, isPlain, isPlain],
      JSON.stringify(split),
    )
    t.equal(ledger.isWeighted, isWeighted, JSON.stringify(split))
  }
})

/** Whose turn the first 26 nights are; in capitals the first night of a turn whose nights are made good. */
function turns({ turnOf }: ReturnType<typeof ledgerOf>): string {
  return Array.from({ length: 26 }, (_, index) => {
    const turn = turnOf(day(index))
    if (turn === null) return '.'
    return turn.isMadeGood && turn.first.equals(day(index))
      ? turn.parent.toUpperCase()
      : turn.parent
  }).join('')
}

t.test('weeks turn about from a date, changing on a weekday', async t => {
  t.equal(turns(ledgerOf({ later })), '.'.repeat(26))
  t.equal(turns(turning()), '..bbAaaaaaaBbbbbbbAaaaaaaB', 'the first turn is shorter')
  t.equal(turns(turning({}, day(4))), '....BbbbbbbAaaaaaaBbbbbbbA', 'the first turn is whole')
  t.equal(turns(turning({ parent: 'a', weekday: 1 })), '..aaaaaBbbbbbbAaaaaaaBbbbb')
  t.equal(turns(turning({ weeks: 2 })), '..bbbbbbbbbAaaaaaaaaaaaaaB')
  t.equal(turns(turning({ isMadeGood: false })), '..bbaaaaaaabbbbbbbaaaaaaab')
  const replaced = ledgerOf({
    later: [
      { from: day(2), turns: weeks },
      { from: day(8), share: 60 },
    ],
  })
  t.equal(turns(replaced), `..bbAaaa${'.'.repeat(18)}`)
})

const added = ({ step }: ReturnType<typeof ledgerOf>) =>
  [1, 2, 4].map(index =>
    (['a', 'b', 'babysitter'] as const).map(who => inNights(step(who, 1.5, day(index)))),
  )

t.test('in weeks that turn about, only the other parent’s nights add to the balance', async t => {
  t.same(added(turning()), [
    [1.5, -1.5, 0],
    [3, 0, 0],
    [0, -3, 0],
  ])
  t.same(added(turning({ isMadeGood: false })), [
    [1.5, -1.5, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
})
