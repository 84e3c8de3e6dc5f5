import type { NightWeights, Split } from '@night-routine/fairness'
import type { Settings } from './settings.ts'

/** How the parents divide the nights, as the planner and the balance ask for it. */
export function splitOf(
  { share, weekdayWeights }: Pick<Settings, 'share' | 'weekdayWeights'>,
  nightWeights: NightWeights['nights'],
): Required<Split> {
  const weekdays = Object.fromEntries(weekdayWeights.map((weight, index) => [index + 1, weight]))
  return { share, weights: { weekdays, nights: nightWeights } }
}
