import type { Availability } from './plan-request.ts'

/** Is a parent with this availability away on this night? */
export function isAway(_availability: Availability, _night: Temporal.PlainDate): boolean {
  throw new Error('not built yet')
}
