import { weightChoices } from '@night-routine/fairness'

/** The weight in a form; one that is not offered is no number. */
export function weightIn(text: string): number {
  return weightChoices.find(weight => String(weight) === text) ?? Number.NaN
}
