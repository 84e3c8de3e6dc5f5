import { keepParsed } from './keep-parsed.ts'

/**
 * Reads a DATE as PostgreSQL prints it ('2026-11-20').
 * @throws RangeError when the text is no civil date
 */
export const civilDate = keepParsed(text => Temporal.PlainDate.from(text))

/** The same for a column that may be null. */
export function civilDateOrNull(text: string | null): Temporal.PlainDate | null {
  return text === null ? null : civilDate(text)
}
