import { ledgerOf, totalOf } from '@night-routine/fairness'
import * as fc from 'fast-check'
import type { Assignment } from '@night-routine/database/nights'
import { decidePlan } from '../../src/planning/decide-plan.ts'
import type { PlanningFacts, StoredNight } from '../../src/planning/planning-facts.ts'
import t from 'tap'
import { explanationFaults } from '../changes/explanation-faults.ts'
import { anyStored, explanation, someTonight, stored } from './stored-nights.ts'

const yesterday = someTonight.subtract({ days: 1 })

const anEqualSplit = {
  split: { share: 50, weights: { weekdays: {}, nights: [] } },
  ratherNot: { a: { weekdays: [] }, b: { weekdays: [] } },
}

/** A plan for tonight, without anything known. */
const noFacts: PlanningFacts = {
  tonight: someTonight,
  lookAheadDays: 1,
  countFrom: null,
  away: { a: { weekdays: [], ranges: [] }, b: { weekdays: [], ranges: [] } },
  ...anEqualSplit,
  record: [],
  older: totalOf([]),
  recent: [],
  stored: [],
}

const everAvailable = { weekdays: [], ranges: [] }

/** Locked nights are a person's decision. */
const asDecided = (nights: readonly StoredNight[]) =>
  nights.map(night => (night.override ? { ...night, reason: 'Override' as const } : night))

const anyPast = fc
  .array(fc.constantFrom('a' as const, 'b' as const, null), { minLength: 5, maxLength: 40 })
  .map(who =>
    who.map((caregiver, index) =>
      stored(someTonight.subtract({ days: who.length - index }).toString(), caregiver),
    ),
  )

const anyFacts: fc.Arbitrary<PlanningFacts> = fc
  .record({
    past: anyPast,
    upcoming: anyStored.map(asDecided),
    lookAheadDays: fc.constantFrom(1, 2, 7, 30),
    pastLimitDays: fc.constantFrom(0, 1, 5),
    weekdays: fc.subarray([1, 3, 6]),
    split: fc.constantFrom<PlanningFacts['split']>(anEqualSplit.split, {
      share: 60,
      weights: { weekdays: { 6: 1.5 }, nights: [] },
    }),
  })
  .map(({ past, upcoming, lookAheadDays, pastLimitDays, weekdays, split }) => ({
    tonight: someTonight,
    lookAheadDays,
    countFrom: null,
    away: { a: everAvailable, b: { weekdays, ranges: [] } },
    ...anEqualSplit,
    split,
    record: past,
    older: totalOf([]),
    recent: past.slice(past.length - pastLimitDays),
    stored: upcoming,
  }))

/** All nights after the plan was written, in order. */
function written(facts: PlanningFacts): StoredNight[] {
  const { changes, explained } = decidePlan(facts)
  const nights = new Map<string, StoredNight>()
  const write = (night: StoredNight) => nights.set(night.night.toString(), night)
  for (const { night, caregiver } of facts.record) write(stored(night.toString(), caregiver))
  for (const night of facts.stored) write(night)
  for (const night of changes.save) write({ ...night, override: false })
  for (const { night } of changes.remove) nights.delete(night.toString())
  for (const { night, ...numbers } of explained) {
    const known = nights.get(night.toString())
    if (known) write({ ...known, ...numbers })
  }
  return [...nights.values()].toSorted((one, other) =>
    Temporal.PlainDate.compare(one.night, other.night),
  )
}

t.test('names the nights that neither parent can do', async t => {
  const tomorrow = someTonight.add({ days: 1 })
  const gone = { weekdays: [], ranges: [{ from: tomorrow, to: tomorrow }] }
  const { openNights } = decidePlan({ ...noFacts, lookAheadDays: 2, away: { a: gone, b: gone } })
  t.same(openNights.map(String), [tomorrow.toString()])
})

t.test('a past night without an explanation gets one, with the absences of today', async t => {
  const night = stored(yesterday.toString(), 'a', { reason: null, explanation: null })
  const away = {
    ...noFacts.away,
    b: { weekdays: [], ranges: [{ from: yesterday, to: yesterday }] },
  }
  const facts = { ...noFacts, away, record: [night], recent: [night] }
  const [explained] = decidePlan(facts).explained
  t.same([explained?.reason, explained?.explanation.away], ['Unavailability', ['b']])
  const again = { ...night, ...explained }
  t.same(decidePlan({ ...facts, recent: [again] }).explained, [], 'once')
  const since = { ...facts, away: noFacts.away, recent: [again] }
  t.same(decidePlan(since).explained, [], 'its recorded absences stay')
})

t.test('a past night that does not count keeps its explanation', async t => {
  const recent = [stored(yesterday.toString(), 'a', { explanation: null })]
  t.same(decidePlan({ ...noFacts, countFrom: someTonight, recent }).explained, [])
})

t.test('a past night keeps the absence that it made up for, while that explains it', async t => {
  const absence = { from: '2026-11-25', to: '2026-11-27' }
  /** The explanation of yesterday, after a night of this parent. */
  const explain = (last: 'a' | 'b', caregiver: 'a' | 'b', ...away: ('a' | 'b')[]) => {
    const before = stored(yesterday.subtract({ days: 1 }).toString(), last)
    const night = stored(yesterday.toString(), caregiver, {
      explanation: { ...explanation, away, absence },
    })
    const facts = { ...noFacts, record: [before, night], recent: [night] }
    const [said] = decidePlan(facts).explained
    return [said?.reason, said?.explanation.absence]
  }
  t.same(explain('a', 'a'), ['Unavailability', absence])
  t.same(explain('b', 'b'), ['Unavailability', absence])
  t.same(explain('a', 'a', 'a'), ['Unavailability', absence], 'away themselves')
  t.same(explain('a', 'a', 'b'), ['Unavailability', null], 'the other parent was away')
  t.same(explain('b', 'b', 'a'), ['Unavailability', null])
  t.same(explain('b', 'a'), ['Alternating', null], 'their turn')
})

/** The reason and the following nights of yesterday, done by the first parent after a night of this one. */
function followed(last: 'a' | 'b', known: Partial<typeof explanation>) {
  const before = stored(yesterday.subtract({ days: 1 }).toString(), last)
  const night = stored(yesterday.toString(), 'a', { explanation: { ...explanation, ...known } })
  const [said] = decidePlan({ ...noFacts, record: [before, night], recent: [night] }).explained
  return [said?.reason, said?.explanation.next]
}

t.test('a past night keeps the nights it was done for, while they explain it', async t => {
  const next = ['2026-11-21', '2026-11-23']
  const absence = { from: '2026-11-25', to: '2026-11-27' }
  t.same(followed('a', { next }), ['Unavailability', next])
  t.same(followed('a', { next, away: ['a'] }), ['Unavailability', next], 'away themselves')
  t.same(followed('a', {}), ['Unavailability', undefined])
  t.same(followed('a', { next, away: ['b'] }), ['Unavailability', undefined], 'the other was away')
  t.same(followed('b', { next }), ['Alternating', undefined], 'their turn')
  t.same(followed('a', { next, absence }), ['Unavailability', undefined], 'an absence wins')
})

t.test('a past night that was never explained made up for no known absence', async t => {
  const before = stored(yesterday.subtract({ days: 1 }).toString(), 'a')
  const night = stored(yesterday.toString(), 'a', { explanation: null })
  const { explained } = decidePlan({ ...noFacts, record: [before, night], recent: [night] })
  t.same(
    explained.map(({ reason, explanation: said }) => [reason, said.absence, said.ratherNot]),
    [['Unavailability', null, undefined]],
  )
})

t.test('a past night of a babysitter that was unlocked has no reason', async t => {
  const unlocked = { override: false, reason: null, explanation: null }
  const night = stored(yesterday.toString(), 'babysitter', unlocked)
  const { explained } = decidePlan({ ...noFacts, record: [night], recent: [night] })
  t.same(
    explained.map(({ reason }) => reason),
    [null],
  )
})

t.test('a past night gets its reason again when only that is wrong', async t => {
  const night = stored(yesterday.toString(), 'a', { explanation: null })
  const facts = { ...noFacts, record: [night], recent: [night] }
  const right = { ...night, ...decidePlan(facts).explained[0] }
  const wrong = { ...right, reason: 'Total Count' } as const
  t.same(
    decidePlan({ ...facts, recent: [wrong] }).explained.map(({ reason }) => reason),
    ['Alternating'],
  )
})

t.test('every plan leaves numbers that match the nights before', async t => {
  t.doesNotThrow(() =>
    fc.assert(
      fc.property(anyFacts, facts => {
        const oldest = (facts.recent[0]?.night ?? facts.tonight).toString()
        const faults = explanationFaults(
          written(facts) as Assignment[],
          ledgerOf(facts.split).weightOf,
        )
        // An older night cannot be changed, so it keeps its numbers.
        return faults.every(fault => fault < oldest)
      }),
      { seed: 20_261_121, numRuns: 500 },
    ),
  )
})
