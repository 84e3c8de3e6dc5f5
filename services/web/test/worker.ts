import { setTimeout as sleep } from 'node:timers/promises'
import { claimWork, finishWork, type Database } from '@night-routine/database'
import type { Test } from 'tap'

/** Does the `push` that is asked for, as a worker would, in `runMs` each time and without a calendar. */
export function startWorker(t: Test, db: Database, { runMs = 0 } = {}) {
  const stop = new AbortController()
  let runs = 0
  async function work() {
    while (!stop.signal.aborted) {
      const claim = await claimWork(db, 'push', { leaseSeconds: 30 })
      if (claim) {
        runs++
        await sleep(runMs)
        await finishWork(db, claim)
      }
      await sleep(20)
    }
  }
  const working = work()
  t.teardown(async () => {
    stop.abort()
    await working
  })
  return { runs: () => runs }
}
