import { planNights } from '@night-routine/fairness'
import type { PlanRequest } from '@night-routine/fairness'
import { date } from './household.ts'

function request(nights: number): PlanRequest {
  return {
    from: date(0),
    to: date(nights - 1),
    away: {
      a: { weekdays: [3], ranges: [{ from: date(20), to: date(28) }] },
      b: { weekdays: [5, 6], ranges: [{ from: date(100), to: date(107) }] },
    },
    settled: Array.from({ length: 60 }, (_, index) => ({
      night: date(index - 60),
      caregiver: index % 2 === 0 ? 'a' : 'b',
    })),
    fixed: [{ night: date(4), caregiver: 'babysitter' }],
    published: [],
  }
}

/** The slowest of the fastest tenth, because other programs can only slow a call down. */
function quick(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? NaN
}

const measure = (plan: PlanRequest) => {
  const start = performance.now()
  planNights(plan)
  return performance.now() - start
}

const year = request(365)
const weekdays = { 5: 1.5, 6: 1.5 }
/** The finest grid of balances: a share of 65 and halves of weights. */
const divided = {
  ...year,
  share: 65,
  weights: { weekdays, nights: [{ night: date(200), weight: 2 }] },
}
const changing = { ...divided, later: [{ from: date(180), share: 45, weekdays }] }
const requests = { year, month: request(36), divided, changing }
type Name = keyof typeof requests

/**
 * Milliseconds for 365 nights, for 36, for 365 with shares and weights, and for the same with a later agreement, measured
 * alternately after a warm-up.
 */
export function timings(): Record<Name, number> {
  const times: Record<Name, number[]> = { year: [], month: [], divided: [], changing: [] }
  const names = Object.keys(times) as Name[]
  for (let round = -100; round < 201; round++)
    for (const name of names) {
      const took = measure(requests[name])
      if (round >= 0) times[name].push(took)
    }
  return {
    year: quick(times.year),
    month: quick(times.month),
    divided: quick(times.divided),
    changing: quick(times.changing),
  }
}
