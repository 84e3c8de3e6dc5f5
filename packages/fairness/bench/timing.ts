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

/** Milliseconds for 365 nights and for 36, measured alternately after a warm-up. */
export function timings(): { year: number; month: number } {
  const times: { year: number[]; month: number[] } = { year: [], month: [] }
  const [year, month] = [request(365), request(36)]
  for (let round = -100; round < 201; round++) {
    const took = { year: measure(year), month: measure(month) }
    if (round < 0) continue
    times.year.push(took.year)
    times.month.push(took.month)
  }
  return { year: quick(times.year), month: quick(times.month) }
}
