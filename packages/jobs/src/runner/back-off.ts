/**
 * How long to wait after the nth failed attempt in a row: doubled each time up to the longest, less up to half
 * of it at random so that several workers do not come back together.
 */
export function backOffSeconds(
  attempts: number,
  { firstSeconds, longestSeconds }: { firstSeconds: number; longestSeconds: number },
  random: () => number = Math.random,
): number {
  const full = Math.min(longestSeconds, firstSeconds * 2 ** (Math.max(1, attempts) - 1))
  return full * (1 - random() / 2)
}
