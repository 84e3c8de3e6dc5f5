import type { Explanation } from '@night-routine/fairness'

/** An explanation without any number but these. */
export const because = (explanation: Partial<Explanation>): Explanation => ({
  reason: null,
  totals: { a: 0, b: 0 },
  last30: { a: 0, b: 0 },
  streak: { parent: null, nights: 0 },
  away: [],
  absence: null,
  ...explanation,
})
