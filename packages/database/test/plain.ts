/**
 * A value as JSON has it, bigints as text: tap cannot compare Temporal values, and node:assert takes
 * different ones for equal.
 */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part)) ??
      'null',
  )
}
