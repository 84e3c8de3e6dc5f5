import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '@night-routine/service'

/** Wakes the worker without blocking the caller. */
export interface Wakes {
  /** Wakes at once, or when the rest after the previous wake-up is over. */
  soon(): void
  /** Sends a pending wake-up now, and stops. */
  close(): Promise<void>
}

/**
 * Wakes at most once per `restMs`. A call during the rest causes one wake-up at its end, so a burst costs
 * a handful of wake-ups and no change is missed. `wake` must not reject.
 */
export function spacedWakes(
  wake: () => Promise<unknown>,
  { restMs, rest = restFor }: { restMs: number; rest?: typeof restFor },
): Wakes {
  const closing = new AbortController()
  let last: Promise<void> = Promise.resolve()
  const round = inBatches(async () => {
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
