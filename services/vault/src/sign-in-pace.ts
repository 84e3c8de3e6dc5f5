/** Failed attempts without a delay, for typing errors. */
const free = 5
const firstWaitS = 2
const longestWaitS = 300

/**
 * The seconds between two attempts at one account after this many failures in a row: zero at
 * first, then 2, 4, 8 … up to five minutes, so that a person is never locked out for longer.
 */
function waitAfter(failures: number): number {
  if (failures < free) return 0
  return Math.min(longestWaitS, firstWaitS * 2 ** Math.min(failures - free, 30))
}

/** Whole seconds until the next attempt. */
export function secondsToWait(
  { failures, lastAt }: { failures: number; lastAt: Temporal.Instant },
  now: Temporal.Instant,
): number {
  const waited = (now.epochMilliseconds - lastAt.epochMilliseconds) / 1000
  return Math.max(0, Math.ceil(waitAfter(failures) - waited))
}
