/** Where services read the time; tests pass a fixed one. */
export interface Clock {
  now(): Temporal.Instant
}

/** The system clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() }
