import { setTimeout as sleep } from 'node:timers/promises'
import { inBatches } from '@night-routine/service'

/**
 * Wakes at most once per `restMs`: calls of `soon` during the rest cause one wake-up at its end, so that no change is
 * missed. `wake` must not reject; `close` sends a pending wake-up now.
 */
export function spacedWakes(
  wake: () => Promise<unknown>,
  { restMs, rest = restFor }: { restMs: number; rest?: typeof restFor },
) {
  const closing = new AbortController()
  let last: Promise<void> = Promise.resolve()
  const round = inBatches(async () => {
    await wake()
    await rest(restMs, closing.signal)
  })
  return {
    soon: (): void => {
      last = round(undefined)
    },
    close: (): Promise<void> => {
      closing.abort()
      return last
    },
  }
}

async function restFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
