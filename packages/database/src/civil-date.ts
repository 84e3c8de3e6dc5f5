/** About as many nights as a household has in ten years, and the days that pages show around them. */
const mostKept = 8_192
const kept = new Map<string, Temporal.PlainDate>()

/**
 * Reads a DATE as PostgreSQL prints it ('2026-11-20').
 *
 * The same text gives the same object, which nothing can change. V8 frees what a Temporal object holds outside
 * of its heap only when it collects the whole of it, so thousands of them for each page add up.
 *
 * @throws RangeError when the text is no civil date
 */
export function civilDate(text: string): Temporal.PlainDate {
  const known = kept.get(text)
  if (known) return known
  const date = Temporal.PlainDate.from(text)
  if (kept.size >= mostKept) kept.clear()
  kept.set(text, date)
  return date
}

/** The same for a column that may be null. */
export function civilDateOrNull(text: string | null): Temporal.PlainDate | null {
  return text === null ? null : civilDate(text)
}
