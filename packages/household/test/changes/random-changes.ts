import * as fc from 'fast-check'
import type { ParentId } from '@night-routine/database/nights'
import { rangePatterns } from '@night-routine/household'

const parent = fc.constantFrom<ParentId>('a', 'b')
const name = fc.constantFrom('Dana', 'Kim', 'Alex')
/** Days from tonight; some are too old, some beyond the horizon. */
const offset = fc.integer({ min: -8, max: 35 })

/** Something that people, the calendar or the clock may do. */
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), offset, name }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('give' as const), offset, parent }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('swap' as const), offset, other: offset }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('range' as const),
      offset,
      nights: fc.integer({ min: 1, max: 12 }),
      pattern: fc.constantFrom(...rangePatterns),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('unlock' as const), offset }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      back: fc.option(fc.integer({ min: 0, max: 9 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      edits: fc.array(fc.record({ offset, who: fc.oneof(parent, name) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('away' as const),
      parent,
      offset,
      nights: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      parent,
      offset,
      weekdays: fc.subarray([1, 3, 4, 7]),
      everyWeeks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('weigh' as const),
      offset,
      counts: fc.constantFrom(0.5, 1, 1.5, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('back' as const), which: fc.nat({ max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      lookAheadDays: fc.constantFrom(1, 7, 14, 30),
      pastLimitDays: fc.constantFrom(0, 2, 5),
      unavailableWeekdays: fc.subarray([1, 3, 6]),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 12, 24, 50),
    }),
  },
)

/** One to three steps that happen at once. */
export const anyRound = fc.array(anyStep, { minLength: 1, maxLength: 3 })
