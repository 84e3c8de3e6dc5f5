import type { RemoteEvent } from '@night-routine/calendar'
import { raiseNotice, readCalendarEvents, type Transaction } from '@night-routine/database'
import { hasOurSuffix } from '@night-routine/wording'

/**
 * Raises notices about copies of our events, whose changes are not followed. It reports only events that
 * appeared or changed since the last read, so that a dismissed notice stays away.
 */
export async function noticeDuplicates(
  trx: Transaction,
  { calendarId, from }: { calendarId: string; from: Temporal.PlainDate },
  { events, now }: { events: readonly RemoteEvent[]; now: Temporal.Instant },
): Promise<void> {
  const copies = events.filter(
    event =>
      event.status !== 'cancelled' &&
      (event.properties['app'] === 'night-routine' || hasOurSuffix(event.summary)),
  )
  if (copies.length === 0) return
  const rows = await readCalendarEvents(trx, calendarId)
  const known = new Set(rows.map(({ eventId }) => eventId))
  const nights = new Set(rows.map(({ night }) => night.toString()))
  for (const { eventId, startDate: night } of copies) {
    if (known.has(eventId) || night === null || !nights.has(night.toString())) continue
    if (Temporal.PlainDate.compare(night, from) >= 0)
      await raiseNotice(trx, { kind: 'duplicate', night, data: null }, now)
  }
}
