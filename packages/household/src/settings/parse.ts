import { outsideDate } from '@night-routine/calendar'
import { weightChoices } from '@night-routine/fairness'

/** The date in a text `YYYY-MM-DD`; undefined if empty or invalid. */
export function dateIn(text: string): Temporal.PlainDate | undefined {
  try {
    return outsideDate(text) ?? undefined
  } catch {
    return undefined
  }
}

/** The weight in a text; one that is not offered is no number. */
export function weightIn(text: string): number {
  return weightChoices.find(weight => String(weight) === text) ?? Number.NaN
}

/** The weights of a week in a text: "1 1 1 1 1.5 1.5 1". */
export function weekdayWeightsIn(text: string): number[] {
  return text.split(' ').map(weightIn)
}

/** Whether these can be the weights of a week. */
export function areWeekdayWeights(weights: readonly number[]): boolean {
  return weights.length === 7 && weights.every(weight => weightChoices.includes(weight))
}

/** What the weekdays count unless somebody says more, Monday first. */
export const everyNightAlike: readonly number[] = [1, 1, 1, 1, 1, 1, 1]
