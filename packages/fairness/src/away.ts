import type { Availability } from './plan-request.ts'

/** Whether a parent with this availability is away on a night. */
export function isAway({ weekdays, ranges }: Availability, night: Temporal.PlainDate): boolean {
  return (
    weekdays.includes(night.dayOfWeek) ||
    ranges.some(
      ({ from, to }) =>
        Temporal.PlainDate.compare(from, night) <= 0 && Temporal.PlainDate.compare(night, to) <= 0,
    )
  )
}
