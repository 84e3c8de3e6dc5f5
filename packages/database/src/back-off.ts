/**
 * How long to wait after the nth failed attempt in a row: 2 s doubled each time, at most 10 minutes,
 * less up to half of it at random so that several workers do not come back together.
 */
export function backOffSeconds(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(600, 2 ** Math.max(1, attempts))
  return full * (1 - random() / 2)
}
