import type { Test } from 'tap'

/** Compares the named parts of an outcome as a whole. For `t.match`, an empty list or object is like any other. */
export function sameParts<Outcome extends object>(
  t: Test,
  outcome: Outcome,
  parts: Partial<Outcome>,
  message = Object.keys(parts).join(),
): void {
  const found = Object.entries(outcome).filter(([name]) => name in parts)
  t.same(Object.fromEntries(found), parts, message)
}
