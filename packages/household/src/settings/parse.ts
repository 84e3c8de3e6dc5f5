/** The date in a text `YYYY-MM-DD`; undefined if empty or invalid. PostgreSQL has no year 0. */
export function dateIn(text: string): Temporal.PlainDate | undefined {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}
