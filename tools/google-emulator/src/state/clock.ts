import type { Clock } from '@night-routine/service'

/** A clock that can be set, and then runs on. */
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
    // An Instant cannot add days. In UTC each day has 24 hours.
    advance: duration => set(now().toZonedDateTimeISO('UTC').add(duration).toInstant()),
    reset: () => {
      offset = new Temporal.Duration()
    },
  }
}
