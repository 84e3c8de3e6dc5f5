import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@night-routine/service'
import type { noteStore } from './notes.ts'

/** How long no upload has to run until the next note is rendered, and how long a note waits for that, in milliseconds. */
const quietMs = 50
const longestWaitMs = 1_000

/** Renders notes ahead of their readers, so that the search and the titles know them soon after an upload. */
export function renderAhead(notes: ReturnType<typeof noteStore>, logger: Logger) {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let again = false
  let uploads = 0
  let quietFrom = 0

  const isBusy = () => uploads > 0 || performance.now() < quietFrom

  /** Uploads go first: their clients wait, and no one waits for these notes. */
  async function turn(): Promise<void> {
    const latest = performance.now() + longestWaitMs
    while (isBusy() && performance.now() < latest) {
      if (closing.signal.aborted) return
      await sleep(quietMs, undefined, { ref: false })
    }
  }

  async function run(): Promise<void> {
    do {
      again = false
      try {
        await notes.renderAll(closing.signal, turn)
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

    /** Does the work of an upload; notes wait meanwhile. */
    async after<Result>(upload: () => Promise<Result>): Promise<Result> {
      uploads++
      try {
        return await upload()
      } finally {
        uploads--
        quietFrom = performance.now() + quietMs
      }
    },

    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
