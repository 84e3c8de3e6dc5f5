import type { Clock } from '@night-routine/service'

/** How many attempts have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/** Where attempts are counted. A key is the hash of what is tried, and from where. */
export interface AttemptStore {
  /** Counts an attempt as failed before it is made, unless `mayTry` refuses it: then returns those before it. */
  beginAttempt(
    keyHash: string,
    options: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
  ): Promise<Attempts | undefined>
  /** Uncounts one attempt, which was neither a failure nor a success. */
  undoAttempt(keyHash: string): Promise<void>
  /** Forgets the attempts of a key, after a success. */
  forgetAttempts(keyHash: string): Promise<void>
}

/** Counts an attempt before it is made. @returns the seconds to wait first; 0: the attempt may be made */
export async function countAttempt(
  { store, clock }: { store: Pick<AttemptStore, 'beginAttempt'>; clock: Clock },
  keyHash: string,
): Promise<number> {
  const now = clock.now()
  const mayTry = (before: Attempts) => secondsToWait(before, now) === 0
  const tooSoon = await store.beginAttempt(keyHash, { now, mayTry })
  return tooSoon === undefined ? 0 : secondsToWait(tooSoon, now)
}

/** Failed attempts without a delay, for typing errors. */
const free = 5
const firstWaitS = 2
const longestWaitS = 300

/** Whole seconds until the next attempt: after `free` failures in a row 2, 4, 8 … up to five minutes. */
function secondsToWait({ failures, lastAt }: Attempts, now: Temporal.Instant): number {
  if (failures < free) return 0
  const wait = Math.min(longestWaitS, firstWaitS * 2 ** Math.min(failures - free, 30))
  const waited = (now.epochMilliseconds - lastAt.epochMilliseconds) / 1000
  return Math.max(0, Math.ceil(wait - waited))
}
