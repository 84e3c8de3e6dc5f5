import { dueWork, waitingWork, type Database, type WorkKind } from '@night-routine/database'

/** Looks closer together than this would find nothing new. */
const leastSeconds = 0.2

/**
 * One look at the markers, without any queue: wakes what is due, and returns after how many seconds the
 * next look is worth it: when a failed run may be tried again, when the lease of a run ends that may have
 * been killed, or after `everySeconds`. The other workers look after kinds that are not in `kinds`.
 */
export async function sweep(options: {
  db: Database
  kinds: readonly WorkKind[]
  wake: (kind: WorkKind) => unknown
  wakeElsewhere: (kind: WorkKind) => unknown
  everySeconds: number
}): Promise<number> {
  const { db, kinds, wake, wakeElsewhere, everySeconds } = options
  const due = await dueWork(db)
  for (const kind of due) void (kinds.includes(kind) ? wake(kind) : wakeElsewhere(kind))
  // What became due since that look is not woken yet.
  const waits = (await waitingWork(db))
    .filter(({ kind }) => kinds.includes(kind) && !due.includes(kind))
    .map(({ seconds }) => seconds)
  return Math.max(leastSeconds, Math.min(everySeconds, ...waits))
}
