import { shares } from '@night-routine/fairness'
import type {
  Agreement,
  Availability,
  Caregiver,
  NightRecord,
  PlanRequest,
  Turns,
} from '@night-routine/fairness'
import * as fc from 'fast-check'
import { always, day } from './requests.ts'

const caregiver = fc.constantFrom<Caregiver>('a', 'b', 'a', 'b', 'babysitter')

/** Some of these nights, each with a caregiver, in any order. */
export function someRecords(first: number, nights: number): fc.Arbitrary<NightRecord[]> {
  return fc
    .uniqueArray(fc.tuple(fc.nat(Math.max(0, nights - 1)), caregiver), {
      selector: ([index]) => index,
      maxLength: nights,
    })
    .map(list => list.map(([index, who]) => ({ night: day(first + index), caregiver: who })))
}

/** An availability with up to three weekdays and two trips around these nights. */
export function availability(nights: number): fc.Arbitrary<Availability> {
  const range = fc
    .tuple(fc.integer({ min: -20, max: nights + 20 }), fc.nat(12))
    .map(([first, more]) => ({ from: day(first), to: day(first + more) }))
  return fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 }),
    ranges: fc.array(range, { maxLength: 2 }),
  })
}

const pastNights = 40
const count = fc.nat(200)

/** Any valid request for up to `most` nights, with history, totals, fixed and published nights. */
export function requests(most: number): fc.Arbitrary<PlanRequest> {
  return fc.integer({ min: 1, max: most }).chain(nights =>
    fc.record({
      from: fc.constant(day(0)),
      to: fc.constant(day(nights - 1)),
      away: fc.record({ a: availability(nights), b: availability(nights) }),
      settled: fc.oneof(fc.constant<NightRecord[]>([]), someRecords(-pastNights, pastNights)),
      totals: fc.oneof(fc.constant({ a: 0, b: 0 }), fc.record({ a: count, b: count })),
      fixed: fc.oneof(
        fc.constant<NightRecord[]>([]),
        someRecords(0, nights).map(list => list.slice(0, 6)),
      ),
      published: fc.oneof(fc.constant<NightRecord[]>([]), someRecords(0, nights)),
    }),
  )
}

const weight = fc.constantFrom(1, 1.5, 2, 2.5, 3)

// At least one weekday weighs 1.
const weekdayWeights = fc.dictionary(fc.constantFrom('1', '3', '5', '6', '7'), weight, {
  maxKeys: 3,
})

const turns = fc.record<Turns>({
  parent: fc.constantFrom('a', 'b'),
  weekday: fc.integer({ min: 1, max: 7 }),
  weeks: fc.constantFrom(1, 1, 2, 4),
  isMadeGood: fc.boolean(),
})

/** Up to two agreements that begin in the past, in the plan or after it. */
const laterAgreements = (nights: number): fc.Arbitrary<Agreement[]> =>
  fc
    .uniqueArray(
      fc.record({
        from: fc.integer({ min: -pastNights, max: nights + 20 }).map(day),
        share: fc.constantFrom(...shares),
        weekdays: weekdayWeights,
        turns: fc.option(turns, { freq: 2 }),
      }),
      { selector: ({ from }) => from.toString(), maxLength: 2 },
    )
    .map(list => list.toSorted((one, other) => Temporal.PlainDate.compare(one.from, other.from)))

/** Requests that also have a share, weights, later agreements and weekdays on which a parent would rather not. */
export function dividedRequests(most: number): fc.Arbitrary<PlanRequest> {
  const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 2 })
  const split = fc.record({
    share: fc.constantFrom(...shares),
    weights: fc.record({
      weekdays: weekdayWeights,
      nights: fc.uniqueArray(
        fc.record({ night: fc.integer({ min: -20, max: most }).map(day), weight }),
        { selector: ({ night }) => night.toString(), maxLength: 4 },
      ),
    }),
    later: laterAgreements(most),
    ratherNot: fc.record({ a: fc.record({ weekdays }), b: fc.record({ weekdays }) }),
  })
  return fc.tuple(requests(most), split).map(([request, given]) => ({ ...request, ...given }))
}

/** Requests without absences, fixed and published nights. */
export function plainRequests(most: number): fc.Arbitrary<PlanRequest> {
  return requests(most).map(request => ({
    ...request,
    away: { a: always, b: always },
    fixed: [],
    published: [],
  }))
}
