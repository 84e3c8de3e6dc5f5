import type { NightWeights, Split } from '@night-routine/fairness'
import type { Settings } from './settings.ts'

/** How the parents divide the nights, as the planner and the balance ask for it. */
export function splitOf(
  { share, weekdayWeights, agreements }: Pick<Settings, 'share' | 'weekdayWeights' | 'agreements'>,
  nightWeights: NightWeights['nights'],
): Split {
  const later = agreements.map(({ weekdayWeights: weights, ...agreement }) => ({
    ...agreement,
    weekdays: byWeekday(weights),
  }))
  return { share, weights: { weekdays: byWeekday(weekdayWeights), nights: nightWeights }, later }
}

function byWeekday(weights: readonly number[]) {
  return Object.fromEntries(weights.map((weight, index) => [index + 1, weight]))
}
