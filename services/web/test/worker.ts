import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@night-routine/database/connection'
import { claimJob, finishJob, type JobKind } from '@night-routine/database/jobs'
import type { Test } from 'tap'

/**
 * Does the work that is asked for, as a worker would, without a calendar. `during` is what each push
 * waits for; `runs` counts the pushes.
 */
export function startWorker(t: Test, db: Database, { during = async () => {} } = {}) {
  const stop = new AbortController()
  let runs = 0
  async function work(kind: JobKind) {
    while (!stop.signal.aborted) {
      const claim = await claimJob(db, kind, { leaseSeconds: 30 })
      if (claim) {
        if (kind === 'push') {
          runs++
          await during()
        }
        await finishJob(db, claim)
      }
      await sleep(20)
    }
  }
  const working = Promise.all((['channel', 'pull', 'push'] as const).map(work))
  t.teardown(async () => {
    stop.abort()
    await working
  })
  return { runs: () => runs }
}
