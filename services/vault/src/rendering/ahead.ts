import type { Logger } from '@night-routine/service'
import type { noteStore } from './notes.ts'

/** Renders notes ahead of their readers, so that the search and the titles know them soon after an upload. */
export function renderAhead(notes: ReturnType<typeof noteStore>, logger: Logger) {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await notes.renderAll(closing.signal)
      } catch (error) {
        if (!closing.signal.aborted) logger.warn({ err: error }, 'could not render notes ahead')
      }
    } while (again && !closing.signal.aborted)
    running = undefined
  }

  return {
    /** Says that there may be new notes. */
    wake(): void {
      again = true
      if (!closing.signal.aborted) running ??= run()
    },

    /** Waits until every note has been rendered. */
    async idle(): Promise<void> {
      await running
    },

    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
