import { weightChoices } from '@night-routine/fairness'

/** The weight in an address; empty is as the weekday (null), and one that is not offered is no number. */
export function weightIn(text: string): number | null {
  if (text === '') return null
  return weightChoices.find(weight => String(weight) === text) ?? Number.NaN
}
