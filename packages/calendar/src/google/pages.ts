import { CalendarError } from '../errors.ts'

/** The entries of a page; none when the answer has no list. */
export function itemsOf({ items }: { items?: unknown }): unknown[] {
  return Array.isArray(items) ? items : []
}

/**
 * The token of the next page; undefined on the last one.
 * @throws CalendarError when it leads back to the same page
 */
export function nextPage(
  { nextPageToken: next }: { nextPageToken?: unknown },
  current: string | undefined,
): string | undefined {
  if (typeof next !== 'string' || next === '') return undefined
  if (next !== current) return next
  throw new CalendarError('unavailable', { detail: 'the same page again' })
}
