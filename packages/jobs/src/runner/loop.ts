import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@night-routine/service'

/** Something that is done from time to time, never twice at once. */
export interface Loop {
  /** Does it as soon as it can; once more, if it is being done. */
  soon(): void
  /** Ends, after what is under way. */
  close(): Promise<void>
}

/**
 * Does `work` now, and again after as many seconds as it answers, or when `soon` is called. A failure
 * is logged, and followed by a wait of `everySeconds`.
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
      logger.warn({ err: error, loop: name }, 'failed; tried again')
      return everySeconds
    }
  }

  async function run(): Promise<void> {
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
