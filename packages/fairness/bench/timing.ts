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

/** The finest grid of balances: a share of 65 and halves of weights. */
const divided = {
  share: 65,
  weights: { weekdays: { 5: 1.5, 6: 1.5 }, nights: [{ night: date(200), weight: 2 }] },
}

/**
 * Milliseconds for 365 nights, for 36, and for 365 with shares and weights, measured alternately after a warm-up.
 */
export function timings(): { year: number; month: number; divided: number } {
  const times: Record<'year' | 'month' | 'divided', number[]> = { year: [], month: [], divided: [] }
  const [year, month] = [request(365), request(36)]
  for (let round = -100; round < 201; round++) {
    const took = {
      year: measure(year),
      month: measure(month),
      divided: measure({ ...year, ...divided }),
    }
    if (round < 0) continue
    times.year.push(took.year)
    times.month.push(took.month)
    times.divided.push(took.divided)
  }
  return { year: quick(times.year), month: quick(times.month), divided: quick(times.divided) }
}
