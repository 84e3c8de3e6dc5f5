import { setTimeout } from 'node:timers/promises'

/** Waits until one more call is allowed; rejects when the signal aborts. */
export type Pace = (signal?: AbortSignal) => Promise<void>

/** At most `calls` calls in any window of `milliseconds`, over everybody who shares this pace. */
export function createPace({ calls, milliseconds }: { calls: number; milliseconds: number }): Pace {
  const starts: number[] = []
  return async signal => {
    signal?.throwIfAborted()
    let now = performance.now()
    const oldest = starts.length < calls ? -Infinity : (starts.shift() ?? now)
    const start = Math.max(now, oldest + milliseconds)
    starts.push(start)
    // A timer counts from when the loop last looked at its clock: on a busy machine it fires early.
    for (; now < start; now = performance.now())
      await setTimeout(Math.ceil(start - now), undefined, signal && { signal })
  }
}
