/** Every text inside a value, keys included. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || value instanceof Temporal.PlainDate) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)])
}
