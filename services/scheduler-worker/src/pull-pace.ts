/** A parent who edits one night may edit the next one right away. */
const leastSeconds = 0.5
const secondsForEach = 0.1
/** The rest during a steady stream of notifications: 15 pulls a minute. */
const mostSeconds = 4

/**
 * Minimum time between the starts of two pulls. The first notification causes a pull at once; the rest
 * after it grows with the number of notifications since the previous pull. Ten seconds of notifications
 * cost five pulls, and the few that follow one edit cause no delay.
 */
export function restAfter(notifications: number): number {
  return Math.min(mostSeconds, Math.max(leastSeconds, notifications * secondsForEach))
}
