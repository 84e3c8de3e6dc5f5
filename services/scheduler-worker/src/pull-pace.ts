/** Whoever edits one night may edit the next one right away. */
const leastSeconds = 0.5
const secondsForEach = 0.1
/** What a stream of notifications costs: 15 pulls a minute. */
const mostSeconds = 4

/**
 * How long after the start of a pull the next one may begin. The first notification of a stream is
 * answered at once; the more have come since the pull before, the longer the rest, so that ten seconds
 * of notifications cost five pulls, and the few that follow one edit cost nobody any time.
 */
export function restAfter(notifications: number): number {
  return Math.min(mostSeconds, Math.max(leastSeconds, notifications * secondsForEach))
}
