import type { Clock } from '@night-routine/service'

/** A clock that runs on from wherever it is set. */
export interface MovableClock extends Clock {
  set(instant: Temporal.Instant): void
  advance(duration: Temporal.Duration): void
  reset(): void
}

export function movableClock(base: Clock): MovableClock {
  let offset = new Temporal.Duration()
  const now = () => base.now().add(offset)
  const set = (instant: Temporal.Instant) => {
    offset = base.now().until(instant)
  }
  return {
    now,
    set,
    // An Instant knows no days; in UTC each has 24 hours.
    advance: duration => set(now().toZonedDateTimeISO('UTC').add(duration).toInstant()),
    reset: () => {
      offset = new Temporal.Duration()
    },
  }
}
