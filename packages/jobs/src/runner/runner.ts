import type { JobKind } from '@night-routine/database'
import { runRequested, type Job, type RequestedWork } from './run-requested.ts'

/** Runs each kind of work at most once at a time in this process. */
export interface Runner {
  /** Resolves when a run that started after this call has ended; never rejects. */
  wake: (kind: JobKind) => Promise<void>
  /** Stops the current runs at their next step and releases their work. */
  close: () => Promise<void>
}

/** `onEnd` is called after each run, because the run may have requested other work or needs a retry. */
export function createRunner({
  jobs,
  onEnd,
  ...work
}: Pick<RequestedWork, 'db' | 'failureOf' | 'leaseSeconds' | 'logger'> & {
  jobs: ReadonlyMap<JobKind, Job>
  onEnd: () => void
}): Runner {
  const stop = new AbortController()
  const running = new Map<JobKind, { again: boolean; ended: Promise<void> }>()

  async function run(kind: JobKind, job: Job, state: { again: boolean }): Promise<void> {
    do {
      state.again = false
      try {
        await runRequested({ ...work, kind, job, stop: stop.signal })
        onEnd()
      } catch (error) {
        // No `onEnd`: with the database down, an immediate sweep would fail too.
        work.logger.error({ err: error, kind }, 'run aborted by a database error')
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
