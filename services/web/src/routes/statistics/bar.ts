import type { CaregiverCounts } from '@night-routine/fairness'

/** A rectangle of a bar, one unit wide per night. */
export interface BarPart {
  kind: 'a' | 'b' | 'babysitter'
  x: number
  y: number
  width: number
  height: number
}

/** Height of a bar; the template draws it 31 wide, for the longest month. */
const height = 16
const line = 7

/**
 * A month as a bar. Its parts match the lines below the names (solid, double, dashed), so they can be
 * distinguished without colour.
 */
export function bar({ a, b, babysitter }: CaregiverCounts): BarPart[] {
  const dashes = Array.from({ length: babysitter }, (_, index) => index)
  return [
    { kind: 'a' as const, x: 0, y: 0, width: a, height },
    { kind: 'b' as const, x: a, y: 0, width: b, height: line },
    { kind: 'b' as const, x: a, y: height - line, width: b, height: line },
    ...dashes.map(index => ({
      kind: 'babysitter' as const,
      x: a + b + index,
      y: 0,
      width: 1,
      height,
    })),
  ].filter(({ width }) => width > 0)
}
