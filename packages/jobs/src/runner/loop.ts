import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@night-routine/service'

/** Repeated work that never runs twice at once. */
export interface Loop {
  /** Runs the work as soon as possible; during a run, once more after it. */
  soon(): void
  /** Stops after the current run. */
  close(): Promise<void>
}

/**
 * Runs `work` now, again after the number of seconds that it returns, and when `soon` is called. A failure is
 * logged and retried after `everySeconds`.
 */
export function startLoop(options: {
  name: string
  work: () => Promise<number>
  everySeconds: number
  logger: Logger
}): Loop {
  const { name, work, everySeconds, logger } = options
  const closing = new AbortController()
  let called = new AbortController()

  async function once(): Promise<number> {
    try {
      return await work()
    } catch (error) {
      logger.warn({ err: error, loop: name }, 'loop run failed')
      return everySeconds
    }
  }

  async function run() {
    while (!closing.signal.aborted) {
      called = new AbortController()
      const seconds = await once()
      const signal = AbortSignal.any([called.signal, closing.signal])
      await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = run()
  return {
    soon: () => called.abort(),
    close: () => {
      closing.abort()
      return ended
    },
  }
}
