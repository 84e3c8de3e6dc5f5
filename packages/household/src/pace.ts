/** Waits until one more call is allowed; rejects when the signal aborts. */
export type Pace = (signal?: AbortSignal) => Promise<void>

/** At most `calls` calls in any window of `milliseconds`, over everybody who shares this pace. */
export function createPace(_limit: { calls: number; milliseconds: number }): Pace {
  throw new Error('being written')
}
