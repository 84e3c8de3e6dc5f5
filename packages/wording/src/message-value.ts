import type { Person } from './people.ts'

/** A value of a message. Dates and lists are formatted for the language. */
export type MessageValue =
  | string
  | number
  | Person
  | Temporal.PlainDate
  | readonly string[]
  | readonly Temporal.PlainDate[]

/** Whether a value is a person, whom a message may address. */
export function isPerson(value: unknown): value is Person {
  return typeof value === 'object' && value !== null && 'isReader' in value
}
