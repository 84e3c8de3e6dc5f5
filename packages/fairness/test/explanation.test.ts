import { planNights } from '@night-routine/fairness'
import type { ParentId } from '@night-routine/fairness'
import t from 'tap'
import { explainNight, followingNights, nearestAbsence } from '../src/explanation.ts'
import type { ChosenNight } from '../src/explanation.ts'
import { ledgerOf } from '../src/ledger.ts'
import { lookAround } from '../src/price.ts'
import { always, awayFrom, day, letters, records, request } from './requests.ts'

/** Past nights as letters; `A` means that `b` covers for `a`, who is away. */
function nights(text: string): ChosenNight[] {
  return Array.from(text).map((letter, index) => ({
    night: day(index),
    caregiver: letter === 'a' ? 'a' : letter === '.' ? null : 'b',
    away: letter === 'A' ? (['a'] satisfies ParentId[]) : [],
    decided: null,
    able: [],
    published: null,
    ratherNot: [],
    weight: 1,
    turn: null,
  }))
}

t.test('finds the nearest stretch of covered nights', async t => {
  t.same(nearestAbsence(nights('aabAAAb'), 1, 'a'), { from: '2026-01-08', to: '2026-01-10' })
  t.same(nearestAbsence(nights('AAbaabbA'), 3, 'a'), { from: '2026-01-05', to: '2026-01-06' })
})

t.test('prefers future nights at the same distance', async t => {
  t.same(nearestAbsence(nights('AbabA'), 2, 'a'), { from: '2026-01-09', to: '2026-01-09' })
})

t.test('finds no nights that are not covered or too far away', async t => {
  t.equal(nearestAbsence(nights('ababab'), 2, 'a'), null)
  t.equal(nearestAbsence(nights('aabAAAb'), 1, 'b'), null)
  const sat = nights('aaA').map(night =>
    night.away.length === 0 ? night : { ...night, caregiver: 'babysitter' as const },
  )
  t.equal(nearestAbsence(sat, 0, 'a'), null, 'the babysitter did it')
  const far = `a${'b'.repeat(lookAround)}A`
  t.equal(nearestAbsence(nights(far), 0, 'a'), null)
  t.not(nearestAbsence(nights(far), 1, 'a'), null)
})

/** The nights of `b` after the second one. */
const following = (text: string) => followingNights(nights(text), 1, 'b')

t.test('the nights that follow end where another one has a night, or no one', async t => {
  t.same(following('aabbab'), ['2026-01-07', '2026-01-08'])
  t.same(following('aab'), ['2026-01-07'], 'the end of the plan')
  t.same(following('aab.b'), ['2026-01-07'])
  t.same(following('aaab'), [])
})

t.test('a second turn names the nights of the other parent that follow', async t => {
  const { nights: planned } = planNights(
    request(10, { settled: records('ba', -2), fixed: records('bb', 1) }),
  )
  const [first] = planned
  t.same([first?.caregiver, first?.reason], ['a', 'Unavailability'])
  t.same(first?.explanation.next, [day(1), day(2)].map(String))
  t.same(
    planned.slice(3).flatMap(({ explanation }) => explanation.next ?? []),
    [],
  )
})

t.test('an explanation is a copy that later counting does not change', async t => {
  const counts = { totals: { a: 1, b: 2 }, last30: { a: 1, b: 1 } }
  const tally = {
    ...counts,
    streak: { parent: 'a' as const, nights: 1 },
    weighed: counts,
    balance: { totals: -20, last30: 0 },
  }
  const away: ParentId[] = ['b']
  const facts = {
    night: day(0),
    caregiver: 'a' as const,
    isFixed: false,
    tally,
    weight: 1,
    away,
    ratherNot: [],
  }
  const { explanation } = explainNight(facts, ledgerOf(), () => ({ absence: null }))
  tally.streak.nights = 9
  away.push('a')
  t.same([explanation.reason, explanation.streak.nights], ['Unavailability', 1])
  t.same(explanation.away, ['b'])
  t.equal(explanation.absence, null)

  const sitter = { ...facts, caregiver: 'babysitter' as const }
  t.equal(explainNight(sitter, ledgerOf(), () => ({ absence: null })).reason, null)

  const ahead = { totals: 160, last30: 160 }
  const again = { ...facts, away: [], tally: { ...tally, balance: ahead } }
  for (const next of [undefined, [], ['2026-01-07']]) {
    const found = { absence: null, ...(next && { next }) }
    const { explanation: around } = explainNight(again, ledgerOf(), () => found)
    t.same([around.reason, around.next], ['Unavailability', next?.at(0) && next])
    t.equal('next' in around, next?.length === 1)
  }
})

t.test('the numbers are from before the night', async t => {
  const { nights: planned } = planNights(
    request(4, { settled: records('aab', -3), totals: { a: 10, b: 12 }, fixed: records('sa') }),
  )
  t.equal(letters(planned).slice(0, 2), 'sa')
  const numbers = planned.map(({ explanation: { totals, last30, streak } }) => [
    totals.a,
    totals.b,
    last30.a,
    last30.b,
    `${streak.parent}${streak.nights}`,
  ])
  t.same(numbers.slice(0, 3), [
    [12, 13, 2, 1, 'b1'],
    [12, 13, 2, 1, 'b1'],
    [13, 13, 3, 1, 'a1'],
  ])
})

t.test('a night older than 30 dates leaves the recent count', async t => {
  const settled = records(`bb${'s'.repeat(28)}`, -30)
  const { nights: planned } = planNights(request(3, { settled, fixed: records('sss') }))
  t.same(
    planned.map(({ explanation }) => explanation.last30.b),
    [2, 1, 0],
  )
})

t.test('names the absence that a night prepares for', async t => {
  const { nights: planned } = planNights(request(20, { away: { a: awayFrom(8, 16), b: always } }))
  const before = planned.slice(0, 8).filter(({ reason }) => reason === 'Unavailability')
  t.ok(before.length > 0)
  for (const { caregiver, explanation } of before) {
    t.equal(caregiver, 'a')
    t.same(explanation.absence, { from: '2026-01-13', to: '2026-01-21' })
  }
})

t.test('has the split where there is one, and who would rather not', async t => {
  const given = { settled: records('ab', -2), totals: { a: 3, b: 0 } }
  const [plainly] = planNights(request(1, given)).nights
  t.notOk(plainly && ('split' in plainly.explanation || 'ratherNot' in plainly.explanation))

  const [divided] = planNights(
    request(1, {
      ...given,
      share: 60,
      weights: { weekdays: { 7: 1.5 }, nights: [] },
      ratherNot: { a: { weekdays: [1] }, b: { weekdays: [] } },
    }),
  ).nights
  t.same(divided?.explanation.ratherNot, ['a'])
  t.same(divided?.explanation.split, {
    share: { a: 60, b: 40 },
    weight: 1,
    totals: { a: 4, b: 1.5 },
    last30: { a: 1, b: 1.5 },
  })
})

t.test('names a later agreement, and what all of them asked', async t => {
  const later = [{ from: day(0), share: 60, weekdays: { 1: 2 } }]
  const [first, second] = planNights(
    request(2, { settled: records('aaab', -4), totals: { a: 1, b: 3 }, later }),
  ).nights
  t.same([first?.caregiver, second?.caregiver], ['a', 'b'])
  t.same(first?.explanation.split, {
    share: { a: 60, b: 40 },
    weight: 2,
    totals: { a: 4, b: 4 },
    last30: { a: 3, b: 1 },
    since: '2026-01-05',
    due: { totals: { a: 4, b: 4 }, last30: { a: 2, b: 2 } },
  })
  t.same(second?.explanation.split?.due, {
    totals: { a: 5.2, b: 4.8 },
    last30: { a: 3.2, b: 2.8 },
  })
  const [before] = planNights(request(1, { later: [{ from: day(1), share: 60 }] })).nights
  t.notOk(before && 'split' in before.explanation, 'the night before it begins')
})

t.test('names the parent whose turn it is', async t => {
  const turns = { parent: 'b', weekday: 1, weeks: 1, isMadeGood: true } as const
  const { nights: planned } = planNights(request(9, { later: [{ from: day(1), turns }] }))
  t.same(
    planned.map(({ explanation }) => explanation.turn ?? ''),
    ['', ...Array<string>(6).fill('b'), 'a', 'a'],
  )
  t.notOk(planned[0] && 'turn' in planned[0].explanation)
})
