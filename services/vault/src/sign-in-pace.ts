/** So many wrong passwords are a person's; after them each attempt has to wait. */
const free = 5
const firstWaitS = 2
const longestWaitS = 300

/**
 * The seconds to wait between two attempts at one account after so many failures in a row: none at
 * first, then 2, 4, 8 … up to five minutes. A person is never shut out for longer than that.
 */
function waitAfter(failures: number): number {
  if (failures < free) return 0
  return Math.min(longestWaitS, firstWaitS * 2 ** Math.min(failures - free, 30))
}

/** The whole seconds until the next attempt may be made. */
export function secondsToWait(
  { failures, lastAt }: { failures: number; lastAt: Temporal.Instant },
  now: Temporal.Instant,
): number {
  const waited = (now.epochMilliseconds - lastAt.epochMilliseconds) / 1000
  return Math.max(0, Math.ceil(waitAfter(failures) - waited))
}
