import type { Explanation, PlannedNight } from '@night-routine/fairness'
import t from 'tap'
import { stillTrue } from '../../src/planning/still-true.ts'
import { day, explanation, stored } from './stored-nights.ts'

const night = '2026-11-21'

function planned(
  on: string,
  caregiver: PlannedNight['caregiver'],
  more: Partial<Explanation> = {},
) {
  const said = { ...explanation, ...more }
  return { night: day(on), caregiver, reason: said.reason, explanation: said }
}

/** Whether a decision on `was` holds when the night is planned with `is`, among `others`. */
function holds(was: Partial<Explanation>, is: Partial<Explanation>, others: PlannedNight[] = []) {
  const said = { ...explanation, ...was }
  const after = planned(night, 'a', is)
  const before = stored(night, 'a', { reason: said.reason, explanation: said })
  return stillTrue(before, after, [after, ...others])
}

t.test('it holds while rule, absences and turns are the same, whatever the counts', async t => {
  t.ok(holds({}, {}))
  t.ok(holds({}, { totals: { a: 9, b: 9 }, last30: { a: 1, b: 2 } }))
  t.ok(holds({}, { streak: { parent: 'b', nights: 2 } }))
  t.notOk(holds({}, { reason: 'Total Count' }), 'another rule')
  t.notOk(holds({}, { streak: { parent: 'a', nights: 1 } }), 'the other one had the last turn')
  t.notOk(holds({}, { away: ['b'] }), 'somebody is away')
  t.notOk(holds({ away: ['b'] }, {}), 'nobody is away any more')
})

t.test('without numbers there is nothing that could hold', async t => {
  const after = planned(night, 'a')
  t.notOk(stillTrue(stored(night, 'a', { explanation: null }), after, [after]))
})

const ahead = { reason: 'Unavailability', streak: { parent: 'a', nights: 1 } } as const
const was = { ...ahead, absence: { from: '2026-11-23', to: '2026-11-24' } }
const covered = [
  planned('2026-11-22', 'b'),
  planned('2026-11-23', 'b', { away: ['a'] }),
  planned('2026-11-24', 'b', { away: ['a'] }),
]

t.test('that the other parent covers nights holds while those nights are covered', async t => {
  t.ok(holds(was, was, covered))
  const longer = { ...ahead, absence: { from: '2026-11-23', to: '2026-11-26' } }
  t.ok(holds(was, longer, covered), 'the absence turned out to be longer')
  const nearer = { ...ahead, absence: { from: '2026-11-20', to: '2026-11-20' } }
  t.ok(holds(was, nearer, covered), 'another absence is nearer')

  t.notOk(holds(was, { ...ahead, absence: null }, covered), 'no absence is the reason any more')
  t.notOk(holds({ ...ahead, absence: null }, was, covered), 'an absence became the reason')
  t.notOk(holds(was, longer, [planned('2026-11-23', 'b'), planned('2026-11-24', 'b')]), 'at home')
  const sitter = [planned('2026-11-23', 'babysitter', { away: ['a'] }), ...covered.slice(2)]
  t.notOk(holds(was, longer, sitter), 'a babysitter covers')
  const open = [planned('2026-11-23', null, { away: ['a', 'b'] }), ...covered.slice(2)]
  t.notOk(holds(was, longer, open), 'nobody covers')
  t.notOk(holds(was, nearer, covered.slice(0, 2)), 'those nights are no longer planned')
})

t.test('that the other parent has covered nights that are over stays true', async t => {
  const over = { ...ahead, absence: { from: '2026-11-18', to: '2026-11-19' } }
  t.ok(holds(over, over))
  t.ok(holds(over, was, covered))
})

t.test('the database gives the keys of an absence back in its own order', async t => {
  t.ok(holds({ ...was, absence: { to: '2026-11-24', from: '2026-11-23' } }, was, covered))
})
