import { CalendarError } from '@night-routine/calendar'

/** An event at which the provider failed. */
export interface Failed<Item> {
  item: Item
  error: CalendarError
}

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
  {
    isAboutAll = async () => false,
    answered: given = false,
  }: { isAboutAll?: (error: CalendarError) => Promise<boolean>; answered?: boolean },
): Promise<Failed<Item>[]> {
  const failed: Failed<Item>[] = []
  let answered = given
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
      if (inARow.length >= mostInARow[scope] || (await isAboutAll(error))) throw error
      answered ||= scope === 'event'
      failed.push({ item, error })
    }
  // Nothing shows that the server works at all.
  if (failed[0] !== undefined && !answered) throw failed[0].error
  return failed
}
