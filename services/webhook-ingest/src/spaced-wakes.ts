import { setTimeout as sleep } from 'node:timers/promises'
import { inRounds } from '@night-routine/service'

/** Wakes the worker without making anybody wait for it. */
export interface Wakes {
  /** Wakes at once, or as soon as the rest after the last time is over. */
  soon(): void
  /** Wakes now if it was still to come, and ends. */
  close(): Promise<void>
}

/**
 * Wakes at most once in `restMs`, and never misses the last time: what has changed since a worker
 * was woken is seen by one who is woken a little later, and a burst costs a handful of wake-ups.
 * `wake` must not reject.
 */
export function spacedWakes(
  wake: () => Promise<unknown>,
  { restMs, rest = restFor }: { restMs: number; rest?: typeof restFor },
): Wakes {
  const closing = new AbortController()
  let last: Promise<void> = Promise.resolve()
  const round = inRounds(async () => {
    await wake()
    await rest(restMs, closing.signal)
  })
  return {
    soon: () => {
      last = round(undefined)
    },
    close: () => {
      closing.abort()
      return last
    },
  }
}

async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
