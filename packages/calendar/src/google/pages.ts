import { CalendarError } from '../errors.ts'

/**
 * All pages of a list; an empty page need not be the last. `read` is given what asks for a page.
 * @throws CalendarError when a page leads back to itself
 */
export async function* pagesOf<Page extends { nextPageToken?: string | null }>(
  read: (asked: { pageToken?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let asked: { pageToken?: string } = {}
  for (;;) {
    const page = await read(asked)
    yield page
    const { nextPageToken: next }: { nextPageToken?: unknown } = page
    if (typeof next !== 'string' || next === '') return
    if (next === asked.pageToken)
      throw new CalendarError('unavailable', { detail: 'the same page again' })
    asked = { pageToken: next }
  }
}

/** The entries of a page; none when the answer has no list. */
export function itemsOf({ items }: { items?: unknown }): unknown[] {
  return Array.isArray(items) ? items : []
}
