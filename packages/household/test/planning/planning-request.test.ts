import { totalOf } from '@night-routine/fairness'
import * as fc from 'fast-check'
import t from 'tap'
import { planningRequest, type PlanningFacts } from '../../src/planning/planning-facts.ts'
import { plain } from '@night-routine/testing/household'
import { anyStored, day, someTonight, stored } from './stored-nights.ts'

const alwaysThere = { weekdays: [], ranges: [] }
const facts: PlanningFacts = {
  tonight: someTonight,
  lookAheadDays: 3,
  countFrom: null,
  away: { a: alwaysThere, b: alwaysThere },
  split: { share: 50, weights: { weekdays: {}, nights: [] } },
  ratherNot: { a: { weekdays: [] }, b: { weekdays: [] } },
  record: [],
  older: totalOf([]),
  recent: [],
  stored: [],
}
const asked = (more: Partial<PlanningFacts>) => {
  const request = planningRequest({ ...facts, ...more })
  return plain(request && { from: request.from, to: request.to, settled: request.settled })
}

t.test('splits the nights into planned and settled ones', async t => {
  const tonight = '2026-11-20'
  t.same(
    asked({}),
    { from: tonight, to: '2026-11-22', settled: [] },
    'a missing tonight is planned, as the first night of the look-ahead',
  )
  t.same(
    asked({ stored: [stored(tonight, 'b')] }),
    { from: '2026-11-21', to: '2026-11-22', settled: [{ night: tonight, caregiver: 'b' }] },
    'only people change tonight',
  )
  t.same(
    asked({ stored: [stored(tonight, null)] }),
    { from: tonight, to: '2026-11-22', settled: [] },
    'an open tonight is planned as soon as somebody is available',
  )
  t.same(
    asked({ stored: [stored(tonight, 'babysitter')] }),
    {
      from: '2026-11-21',
      to: '2026-11-22',
      settled: [{ night: tonight, caregiver: 'babysitter' }],
    },
    'a babysitter tonight is settled too',
  )
  t.equal(
    asked({ lookAheadDays: 1, stored: [stored(tonight, 'a')] }),
    null,
    'nothing to plan with a look-ahead of one night that has somebody',
  )
})

t.test(
  'open past nights count for neither parent, and nights before "count from" are ignored',
  async t => {
    const record = [
      { night: day('2026-11-17'), caregiver: 'a' as const },
      { night: day('2026-11-18'), caregiver: null },
      { night: day('2026-11-19'), caregiver: 'b' as const },
    ]
    const { settled } = planningRequest({ ...facts, record }) ?? {}
    t.same(plain(settled), [
      { night: '2026-11-17', caregiver: 'a' },
      { night: '2026-11-19', caregiver: 'b' },
    ])
    const later = planningRequest({
      ...facts,
      record: [],
      countFrom: day('2026-11-21'),
      stored: [stored('2026-11-20', 'a')],
    })
    t.same(plain(later?.settled), [], 'tonight is before the first night that counts')
  },
)

t.test('locked nights are fixed and planned nights published, inside the horizon', async t => {
  const request = planningRequest({
    ...facts,
    stored: [
      stored('2026-11-20', 'a'),
      stored('2026-11-21', 'b', { override: true }),
      stored('2026-11-22', 'a'),
      stored('2026-11-23', 'b'),
      stored('2026-11-24', 'babysitter'),
    ],
  })
  t.same(plain(request?.fixed), [{ night: '2026-11-21', caregiver: 'b' }])
  t.same(plain(request?.published), [{ night: '2026-11-22', caregiver: 'a' }])
})

t.test(
  'a babysitter without a lock, as after a move to another zone, is planned again',
  async t => {
    const unlocked = stored('2026-11-21', 'babysitter', { override: false })
    const { fixed, published } = planningRequest({ ...facts, stored: [unlocked] }) ?? {}
    t.same([fixed, published], [[], []])
  },
)

t.test('what the household says about its split is passed on', async t => {
  const split = {
    share: 65,
    weights: { weekdays: { 5: 1.5 }, nights: [{ night: day('2026-11-18'), weight: 2 }] },
  }
  const ratherNot = { a: { weekdays: [4] }, b: { weekdays: [] } }
  t.match(planningRequest({ ...facts, split, ratherNot }), { ...split, ratherNot })
})

const until = (one: Temporal.PlainDate, other: Temporal.PlainDate) => one.until(other).days

t.test('each night appears at most once in the request', async t => {
  const property = fc.property(anyStored, fc.integer({ min: 1, max: 45 }), (nights, lookAhead) => {
    const request = planningRequest({ ...facts, lookAheadDays: lookAhead, stored: nights })
    if (request === null) return lookAhead === 1
    const { from, to, settled, fixed, published } = request
    const inside = [...fixed, ...published].map(({ night }) => night)
    const all = [...settled.map(({ night }) => night), ...inside].map(String)
    return (
      new Set(all).size === all.length &&
      settled.every(({ night }) => until(night, from) > 0) &&
      inside.every(night => until(from, night) >= 0 && until(night, to) >= 0) &&
      until(from, to) < lookAhead
    )
  })
  t.doesNotThrow(() => fc.assert(property))
})
