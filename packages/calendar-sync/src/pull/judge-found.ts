import type { RemoteEvent } from '@night-routine/calendar'
import {
  lockCalendarEvents,
  readEarlierNames,
  readCalendarEvents,
  readNights,
  readParents,
  type Transaction,
} from '@night-routine/database'
import { openNightTitles, readSettings } from '@night-routine/household'
import { judgeEvents, type JudgedEvent } from './judge-events.ts'

/**
 * Judges events of one calendar against the database. The rows of these events stay locked until the
 * transaction ends.
 *
 * @param from the oldest night that may be changed
 */
export async function judgeFound(
  trx: Transaction,
  events: readonly RemoteEvent[],
  { calendarId, from }: { calendarId: string; from: Temporal.PlainDate },
): Promise<JudgedEvent[]> {
  if (events.length === 0) return []
  const found = new Set(events.map(({ eventId }) => eventId))
  const known = (await readCalendarEvents(trx, calendarId)).filter(({ eventId }) =>
    found.has(eventId),
  )
  const rows = await lockCalendarEvents(
    trx,
    calendarId,
    known.map(({ eventId }) => eventId),
  )
  const [first, last] = [rows[0], rows.at(-1)]
  const nights = first && last ? await readNights(trx, first.night, last.night) : []
  const { a, b } = await readParents(trx)
  const names = { a: a.name, b: b.name }
  const openTitles = openNightTitles((await readSettings(trx)).language)
  const earlierNames = await readEarlierNames(trx)
  const facts = { events, rows, nights, names, earlierNames, openTitles }
  return judgeEvents({ ...facts, oldestChangeable: from })
}
