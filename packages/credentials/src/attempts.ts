import { createHmac } from 'node:crypto'
import type { Clock } from '@night-routine/service'

/** How many attempts have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/** Where attempts are counted. */
export interface AttemptStore {
  /** Counts an attempt as failed before it is made, unless `mayTry` refuses it. @returns those before it */
  beginAttempt(
    key: string,
    options: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
  ): Promise<Attempts>
  /** Uncounts one attempt, which was neither a failure nor a success. */
  undoAttempt(key: string): Promise<void>
  /** Forgets the attempts of a key, after a success. */
  forgetAttempts(key: string): Promise<void>
}

/** What attempts are counted with. */
export interface AttemptHost {
  store: AttemptStore
  clock: Clock
  /** Only we know which attempts share a key. */
  secret: Buffer
}

/** The key under which attempts of a kind are counted: one of 65,536, so that ever new addresses fill no table. */
export function attemptKey(
  { secret }: Pick<AttemptHost, 'secret'>,
  kind: string,
  ...of: readonly string[]
): string {
  const digest = createHmac('sha256', secret)
    .update(JSON.stringify([kind, ...of]))
    .digest('hex')
  return `${kind} ${digest.slice(0, 4)}`
}

/** Counts an attempt before it is made. @returns the seconds to wait first; 0: the attempt may be made */
export async function countAttempt(
  { store, clock }: Pick<AttemptHost, 'clock'> & { store: Pick<AttemptStore, 'beginAttempt'> },
  key: string,
): Promise<number> {
  const now = clock.now()
  const mayTry = (before: Attempts) => secondsToWait(before, now) === 0
  return secondsToWait(await store.beginAttempt(key, { now, mayTry }), now)
}

/** Counts an attempt of a day that has a limit; `key` is another one each day. @returns how many there are with it */
export async function countOfDay(
  { store, clock }: Pick<AttemptHost, 'store' | 'clock'>,
  key: string,
  most: number,
): Promise<number> {
  const mayTry = ({ failures }: Attempts) => failures < most
  const { failures } = await store.beginAttempt(key, { now: clock.now(), mayTry })
  return failures + 1
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
