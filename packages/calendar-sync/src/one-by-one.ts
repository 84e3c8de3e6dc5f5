import { CalendarError } from '@night-routine/calendar'

/** As many failures of a scope in a row are about the whole calendar. */
const mostInARow: Record<CalendarError['scope'], number> = { event: 5, unclear: 2, calendar: 1 }

/**
 * Works on events one after the other. A failure that may be about one event does not stop the others.
 * `isAboutAll` finds out more about a failure; `answered` says that the server has just answered another request.
 * @returns the events that failed
 * @throws CalendarError about the whole calendar, and every other error
 */
export async function oneByOne<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  options: { isAboutAll?: (error: CalendarError) => Promise<boolean>; answered?: boolean },
) {
  const failed: { item: Item; error: CalendarError }[] = []
  let { answered = false } = options
  let inARow: CalendarError[] = []
  for (const item of items)
    try {
      await work(item)
      answered = true
      inARow = []
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      const { scope } = error
      inARow = [...inARow.filter(before => before.scope === scope), error]
      if (inARow.length >= mostInARow[scope] || (await options.isAboutAll?.(error))) throw error
      answered ||= scope === 'event'
      failed.push({ item, error })
    }
  // Nothing shows that the server works at all.
  if (failed[0] !== undefined && !answered) throw failed[0].error
  return failed
}
