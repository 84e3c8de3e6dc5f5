import * as fc from 'fast-check'
import { day } from '@night-routine/testing/household'
import t from 'tap'
import { aYearBefore, rangeNights, rangePatterns } from '../../src/changes/range-nights.ts'

type Plan = Parameters<typeof rangeNights>[1]

/** This many nights from a date on. */
const from = (first: string, count: number) =>
  Array.from({ length: count }, (_, days) => day(first).add({ days }))

/** Who has these nights, as a word. */
const word = (nights: readonly Temporal.PlainDate[], plan: Partial<Plan>) =>
  rangeNights(nights, { pattern: 'turns', first: 'a', lastYear: new Map(), ...plan })
    .map(({ caregiver }) => caregiver)
    .join('')

t.test('divides nights by a pattern', async t => {
  const lastYear = new Map([
    ['2025-12-20', 'b'],
    ['2025-12-21', 'b'],
    ['2025-12-24', 'a'],
  ] as const)
  for (const [nights, plan, expected] of [
    [5, {}, 'ababa'],
    [5, { first: 'b' }, 'babab'],
    [5, { pattern: 'halves' }, 'aaabb'],
    [4, { pattern: 'halves', first: 'b' }, 'bbaa'],
    [3, { pattern: 'a', first: 'b' }, 'aaa'],
    [3, { pattern: 'b' }, 'bbb'],
    // 22 and 23 December had no parent.
    [6, { pattern: 'last-year', lastYear }, 'bbabab'],
    [1, { pattern: 'halves' }, 'a'],
    [0, {}, ''],
  ] as const)
    t.equal(word(from('2026-12-20', nights), plan), expected, JSON.stringify([nights, plan]))
  t.equal(String(aYearBefore(day('2028-02-29'))), '2027-02-28')
  const leap = new Map([['2027-02-28', 'b']] as const)
  t.equal(word(from('2028-02-28', 3), { pattern: 'last-year', lastYear: leap }), 'bba')
})

t.test('any range has each of its nights once, in order, and its halves are equal', async () => {
  fc.assert(
    fc.property(
      fc.record({
        pattern: fc.constantFrom(...rangePatterns),
        first: fc.constantFrom('a', 'b'),
        known: fc.uniqueArray(fc.nat({ max: 366 })),
      }),
      fc.nat({ max: 366 }),
      ({ pattern, first, known }, count) => {
        const nights = from('2026-12-20', count)
        const past = from('2025-12-20', 366)
        const lastYear = new Map(
          known.flatMap(index => (past[index] ? [[String(past[index]), 'b' as const]] : [])),
        )
        const planned = rangeNights(nights, { pattern, first, lastYear })
        const parents = planned.map(({ caregiver }) => caregiver)
        const all = (parent: string) => parents.filter(each => each === parent).length
        return (
          planned.map(({ night }) => String(night)).join() === nights.map(String).join() &&
          (pattern === 'a' || pattern === 'b' ? all(pattern) === count : true) &&
          (pattern === 'turns' || pattern === 'halves'
            ? all(first) === Math.ceil(count / 2) && (count === 0 || parents[0] === first)
            : true)
        )
      },
    ),
    { numRuns: 200 },
  )
})
