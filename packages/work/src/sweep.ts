import { dueWork, readWork, type Database, type WorkKind } from '@night-routine/database'

/** Looks closer together than this would find nothing new. */
const leastSeconds = 0.2

/**
 * One look at the markers, without any queue: wakes what is due, and says after how many seconds the
 * next look is worth it, which is when a failed run may be tried again, or after `everySeconds`.
 * Only of `kinds` is it said when they are due; whoever does the others looks for that.
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
  // What became due since that look, or is due by this machine's clock only, is not woken yet.
  const waits = (await readWork(db))
    .filter(work => kinds.includes(work.kind) && work.requestNumber > work.doneNumber)
    .filter(({ kind, running }) => !running && !due.includes(kind))
    .flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : secondsUntil(nextAttemptAt)))
  return Math.max(leastSeconds, Math.min(everySeconds, ...waits))
}

// The waits are on the database's clock, which is the machine's, whatever clock the nights follow.
function secondsUntil(instant: Temporal.Instant): number {
  return Temporal.Now.instant().until(instant).total('seconds')
}
