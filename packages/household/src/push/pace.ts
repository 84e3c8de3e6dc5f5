import { setTimeout } from 'node:timers/promises'

/** Waits until one more call is allowed; rejects when the signal aborts. */
export type Pace = (signal?: AbortSignal) => Promise<void>

/** At most `calls` calls in any window of `milliseconds`, over everybody who shares this pace. */
export function createPace({ calls, milliseconds }: { calls: number; milliseconds: number }): Pace {
  const starts: number[] = []
  return async signal => {
    signal?.throwIfAborted()
    const now = performance.now()
    const oldest = starts.length < calls ? -Infinity : (starts.shift() ?? now)
    const start = Math.max(now, oldest + milliseconds)
    starts.push(start)
    if (start > now) await setTimeout(start - now, undefined, signal && { signal })
  }
}
