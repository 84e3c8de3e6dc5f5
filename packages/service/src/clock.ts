/** Where services read the time; a test passes one that stands still. */
export interface Clock {
  now(): Temporal.Instant
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Temporal.Now.instant() }
