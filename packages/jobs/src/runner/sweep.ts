import { dueJobs, waitingJobs, type Database, type JobKind } from '@night-routine/database'

/** The shortest useful time between two sweeps. */
const leastSeconds = 0.2

/**
 * Checks the job requests in the database, wakes what is due, and returns the seconds until the next sweep:
 * when a failed run may be retried, when the lease of a possibly killed run expires, or `everySeconds`. Kinds
 * that are not in `kinds` belong to other workers.
 */
export async function sweep(options: {
  db: Database
  kinds: readonly JobKind[]
  wake: (kind: JobKind) => unknown
  wakeElsewhere: (kind: JobKind) => unknown
  everySeconds: number
}): Promise<number> {
  const { db, kinds, wake, wakeElsewhere, everySeconds } = options
  const due = await dueJobs(db)
  for (const kind of due) void (kinds.includes(kind) ? wake(kind) : wakeElsewhere(kind))
  // Work that became due since that query was not woken yet.
  const waits = (await waitingJobs(db))
    .filter(({ kind }) => kinds.includes(kind) && !due.includes(kind))
    .map(({ seconds }) => seconds)
  return Math.max(leastSeconds, Math.min(everySeconds, ...waits))
}
