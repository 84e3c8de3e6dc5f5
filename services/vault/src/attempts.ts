import { beginAttempt, type VaultDatabase } from '@night-routine/database/vault'
import type { Clock } from '@night-routine/service'
import { Failure } from './failures.ts'
import { secondsToWait } from './sign-in-pace.ts'

/**
 * Counts an attempt before it is made.
 * @throws Failure after too many failed attempts
 */
export async function begin(
  { db, clock }: { db: VaultDatabase; clock: Clock },
  key: string,
): Promise<void> {
  const now = clock.now()
  const mayTry = (before: Parameters<typeof secondsToWait>[0]) => secondsToWait(before, now) === 0
  const tooSoon = await beginAttempt(db, key, { now, mayTry })
  if (tooSoon) throw new Failure('RATE_LIMITED', { retryAfter: secondsToWait(tooSoon, now) })
}
