import type { WorkKind } from '@night-routine/database'
import { runMarked, type Job, type MarkedWork } from './run-marked.ts'

/** Runs each kind of work at most once at a time in this process. */
export interface Runner {
  /** Resolves when a run that began after this call has ended; never rejects. */
  wake: (kind: WorkKind) => Promise<void>
  /** Stops what runs, at its next step, and gives it back. */
  close: () => Promise<void>
}

/** `onEnd` is told after each run: work may have asked for other work, or must be tried again. */
export function createRunner({
  jobs,
  onEnd,
  ...work
}: Pick<MarkedWork, 'db' | 'failureOf' | 'leaseSeconds' | 'logger'> & {
  jobs: ReadonlyMap<WorkKind, Job>
  onEnd: () => void
}): Runner {
  const stop = new AbortController()
  const running = new Map<WorkKind, { again: boolean; ended: Promise<void> }>()

  async function run(kind: WorkKind, job: Job, state: { again: boolean }): Promise<void> {
    do {
      state.again = false
      try {
        await runMarked({ ...work, kind, job, stop: stop.signal })
        onEnd()
      } catch (error) {
        // Not told: with the database away, a look at once would only fail again.
        work.logger.error(
          { err: error, kind },
          'work was left as it is; the sweep comes back to it',
        )
      }
    } while (state.again && !stop.signal.aborted)
    running.delete(kind)
  }

  return {
    async wake(kind) {
      const job = jobs.get(kind)
      if (job === undefined || stop.signal.aborted) return
      let state = running.get(kind)
      if (state === undefined) {
        state = { again: false, ended: Promise.resolve() }
        running.set(kind, state)
        state.ended = run(kind, job, state)
      } else {
        state.again = true
      }
      await state.ended
    },
    async close() {
      stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
