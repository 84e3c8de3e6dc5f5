import t from 'tap'
import type { PlanRequest } from '@night-routine/fairness'
import { ledgerOf } from '../src/ledger.ts'
import { layOut as layOutWith, nearAbsence } from '../src/horizon.ts'
import { lookAround, lookBeyond } from '../src/price.ts'
import { always, awayFrom, day, letters, records, request } from './requests.ts'

const layOut = (asked: PlanRequest) => layOutWith(asked, ledgerOf(asked))

t.test('has one entry per date, and some beyond the last', async t => {
  const { settled, planned, beyond } = layOut(request(3, { settled: records('a', -2) }))
  t.same([settled.length, planned.length, beyond.length], [2, 3, lookBeyond])
  const dates = [...settled, ...planned, ...beyond].map(({ night }) => night.toString())
  t.same(
    dates,
    dates.map((_, index) => day(index - 2).toString()),
  )
})

t.test('a settled night is decided and leaves no choice', async t => {
  const { settled } = layOut(request(1, { settled: records('as-b', -4) }))
  t.equal(letters(settled.map(({ decided }) => ({ caregiver: decided }))), 'as.b')
  t.same(
    settled.map(({ able }) => able),
    [[], [], [], []],
  )
})

t.test('a night is free, forced, open or fixed', async t => {
  const away = { a: awayFrom(1, 2), b: awayFrom(2, 3) }
  const { planned } = layOut(request(5, { away, fixed: records('s', 4) }))
  t.same(
    planned.map(({ able }) => able),
    [['a', 'b'], ['b'], [], ['a'], []],
  )
  t.same(
    planned.map(night => night.away),
    [[], ['a'], ['a', 'b'], ['b'], []],
  )
  t.equal(planned[4]?.decided, 'babysitter')
})

t.test('an override may choose a parent who is away', async t => {
  const away = { a: awayFrom(0, 0), b: always }
  const [night] = layOut(request(1, { away, fixed: records('a') })).planned
  t.same([night?.decided, night?.able, night?.away], ['a', [], ['a']])
})

t.test('published parents count on free nights only', async t => {
  const away = { a: awayFrom(1, 1), b: always }
  const published = records('aaasb')
  const { planned } = layOut(request(5, { away, published, fixed: records('b', 2) }))
  t.same(
    planned.map(night => night.published),
    ['a', null, null, null, 'b'],
  )
})

t.test('a covered absence is near on both sides', async t => {
  const away = { a: awayFrom(20, 21), b: always }
  const { planned } = layOut(request(60, { away }))
  const indexes = (parent: 'a' | 'b') =>
    nearAbsence(planned, parent).flatMap((near, index) => (near ? [index] : []))
  t.same([indexes('a').at(0), indexes('a').at(-1)], [20 - lookAround, 21 + lookAround])
  t.same(indexes('b'), [])
})

t.test('the nights beyond leave the same choice as planned ones', async t => {
  const { beyond } = layOut(request(1, { away: { a: awayFrom(2, 2), b: always } }))
  t.same(
    beyond.slice(0, 2).map(({ able }) => able),
    [['a', 'b'], ['b']],
  )
})

t.test('an absence that was covered, or will be by an override, is near', async t => {
  for (const given of [{ settled: records('b', -1) }, { fixed: records('b', 1) }]) {
    const away = { a: awayFrom(-1, 1), b: awayFrom(0, 1) }
    const { settled, planned } = layOut(request(2, { away, ...given }))
    t.same(nearAbsence([...settled, ...planned], 'a').includes(true), true)
    t.same(nearAbsence([...settled, ...planned], 'b').includes(true), false)
  }
})

t.test('an absence that is not covered explains nothing', async t => {
  const away = { a: awayFrom(20, 21), b: awayFrom(20, 20) }
  const { planned } = layOut(request(60, { away, fixed: records('s', 21) }))
  t.notOk(nearAbsence(planned, 'a').includes(true))
})

t.test('a night has its weight, and a free one those who would rather not', async t => {
  const asked = request(3, {
    away: { a: awayFrom(1, 1), b: always },
    ratherNot: { a: { weekdays: [1, 2] }, b: { weekdays: [1] } },
    weights: { weekdays: { 2: 1.5 }, nights: [{ night: day(2), weight: 3 }] },
  })
  t.same(
    layOut(asked).planned.map(({ ratherNot, weight }) => [ratherNot, weight]),
    [
      [['a', 'b'], 1],
      [[], 1.5],
      [[], 3],
    ],
  )
})
