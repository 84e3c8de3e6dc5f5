import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'

/** An event that another program wrote for a night. */
export interface ImportedEvent {
  calendarId: string
  eventId: string
  night: Temporal.PlainDate
}

/** What another program calls the main calendar of an account, whose own id is the account's address. */
const mainCalendar = 'primary'

/** Remembers events of another program, for the push that takes them over. @returns how many were new */
export async function saveImportedEvents(trx: Transaction, events: readonly ImportedEvent[]) {
  if (events.length === 0) return 0
  const rows = events.map(({ calendarId, eventId, night }) => ({
    calendar_id: calendarId,
    event_id: eventId,
    night,
  }))
  const result = await trx
    .insertInto('imported_events')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

/** The ids of every event of a calendar that an import named. */
export async function readImportedEventIds(q: Queryable, calendarId: string): Promise<string[]> {
  const rows = await q
    .selectFrom('imported_events')
    .select('event_id as eventId')
    .where('calendar_id', '=', calendarId)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** The calendars with events of another program that no push has taken over yet. */
export async function readImportedCalendars(q: Queryable): Promise<string[]> {
  const rows = await q
    .selectFrom('imported_events')
    .select('calendar_id as calendarId')
    .where('taken_at', 'is', null)
    .groupBy('calendar_id')
    .execute()
  return rows.map(({ calendarId }) => calendarId)
}

/** The events of a calendar, from a night on, that no push has taken over yet, in order of nights. */
export async function readImportedEvents(
  q: Queryable,
  calendarId: string,
  from: Temporal.PlainDate,
): Promise<ImportedEvent[]> {
  const isMain = sql<boolean>`calendar_id = ${mainCalendar} and exists (
    select from oauth_token where account_email = ${calendarId})`
  return q
    .selectFrom('imported_events')
    .select(['calendar_id as calendarId', 'event_id as eventId', 'night'])
    .where(eb => eb.or([eb('calendar_id', '=', calendarId), isMain]))
    .where('night', '>=', from)
    .where('taken_at', 'is', null)
    .orderBy('night')
    .execute()
}

/** Notes that an event was taken over, or is gone. */
export async function markImportedEventTaken(
  q: Queryable,
  { calendarId, eventId }: ImportedEvent,
  now: Temporal.Instant,
) {
  await q
    .updateTable('imported_events')
    .set({ taken_at: now })
    .where('calendar_id', '=', calendarId)
    .where('event_id', '=', eventId)
    .execute()
}
