import type { BusyRequest } from '../busy/busy-time.ts'
import { isCalendarText } from '../busy/calendar-text.ts'
import { readBusyInThread } from '../busy/read-in-thread.ts'
import type { Send } from './requests.ts'
import { queryTexts, timeRange } from './resources.ts'

/**
 * When the person of a calendar is busy. Few servers can leave out titles, so all of an event arrives, and only its
 * times are read.
 */
export async function readBusy(send: Send, calendar: URL, request: BusyRequest) {
  // Servers compare days in their own zone.
  const range = timeRange(request.from.subtract({ days: 2 }), request.to.add({ days: 2 }))
  const found = await queryTexts(send, calendar, range)
  const texts = found.filter(isCalendarText)
  const { busy, skipped } = await readBusyInThread(texts, request)
  const unreadable = (skipped.unreadable ?? 0) + found.length - texts.length
  return { busy, skipped: unreadable > 0 ? { ...skipped, unreadable } : skipped }
}
