import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'

/** The one calendar that the household has selected. */
export interface SelectedCalendar {
  calendarId: string
  calendarName: string
}

/** The selected calendar; undefined before the first selection. */
export async function readCalendar(q: Queryable): Promise<SelectedCalendar | undefined> {
  return q
    .selectFrom('calendar_settings')
    .select(['calendar_id as calendarId', 'calendar_name as calendarName'])
    .executeTakeFirst()
}

/** Selects a calendar instead of the previous one. Call it under the household lock. */
export async function saveCalendar(trx: Transaction, calendar: SelectedCalendar) {
  const selected = { calendar_id: calendar.calendarId, calendar_name: calendar.calendarName }
  await trx
    .insertInto('calendar_settings')
    .values(selected)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ ...selected, updated_at: sql`now()` }),
    )
    .execute()
}

/** Notes the name that the selected calendar has now. Does nothing when another one was selected meanwhile. */
export async function renameCalendar(q: Queryable, calendar: SelectedCalendar) {
  await q
    .updateTable('calendar_settings')
    .set({ calendar_name: calendar.calendarName, updated_at: sql`now()` })
    .where('calendar_id', '=', calendar.calendarId)
    .execute()
}

/** Forgets the selection. Call it under the household lock. */
export async function forgetCalendar(trx: Transaction) {
  await trx.deleteFrom('calendar_settings').execute()
}

/** How far a calendar has been read. */
export interface CalendarSync {
  /** Where the next incremental read starts; null if it has to be a full read. */
  syncToken: string | null
  /** Shape of the request that the token belongs to; it fits no other. */
  shapeVersion: number
  lastPullAt: Temporal.Instant | null
  /** The last read of everything. */
  lastFullAt: Temporal.Instant | null
}

/** How far this calendar has been read; undefined before the first read. */
export async function readSync(q: Queryable, calendarId: string) {
  return q
    .selectFrom('calendar_sync')
    .select(['sync_token as syncToken', 'shape_version as shapeVersion'])
    .select(['last_pull_at as lastPullAt', 'last_full_at as lastFullAt'])
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
}

/** Writes what is given and leaves the rest. A token belongs into the transaction of its changes. */
export async function saveSync(q: Queryable, calendarId: string, known: Partial<CalendarSync>) {
  const columns = {
    calendar_id: calendarId,
    sync_token: known.syncToken,
    shape_version: known.shapeVersion,
    last_pull_at: known.lastPullAt,
    last_full_at: known.lastFullAt,
  }
  await q
    .insertInto('calendar_sync')
    .values(columns)
    .onConflict(conflict => conflict.column('calendar_id').doUpdateSet(columns))
    .execute()
}

/** Forgets how far any calendar has been read: the next pull reads everything. */
export async function forgetSyncs(q: Queryable) {
  await q.deleteFrom('calendar_sync').execute()
}

/** A person's request to disconnect the calendar, until it is carried out. */
export interface DisconnectRequest {
  requestedAt: Temporal.Instant
  /** The calendar that was selected; null when none was. */
  calendarName: string | null
  /** Set when nothing more will be removed from any calendar. */
  cleared: { at: Temporal.Instant; eventsLeft: number } | null
}

/** The pending request; undefined when nothing is pending. */
export async function readDisconnectRequest(q: Queryable): Promise<DisconnectRequest | undefined> {
  const row = await q.selectFrom('disconnect_request').selectAll().executeTakeFirst()
  return (
    row && {
      requestedAt: row.requested_at,
      calendarName: row.calendar_name,
      cleared: row.cleared_at && { at: row.cleared_at, eventsLeft: row.events_left ?? 0 },
    }
  )
}

/** Saves the request; a pending one stays as it is. Call it under the household lock. */
export async function saveDisconnectRequest(
  trx: Transaction,
  { requestedAt, calendarName }: Pick<DisconnectRequest, 'requestedAt' | 'calendarName'>,
) {
  await trx
    .insertInto('disconnect_request')
    .values({ requested_at: requestedAt, calendar_name: calendarName })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Notes that our events are out of the calendars, except those that could not be removed. */
export async function noteCleared(
  trx: Transaction,
  { at, eventsLeft }: NonNullable<DisconnectRequest['cleared']>,
) {
  await trx
    .updateTable('disconnect_request')
    .set({ cleared_at: at, events_left: eventsLeft })
    .execute()
}

/** Removes the request that was carried out. @returns false when another process already has */
export async function deleteDisconnectRequest(trx: Transaction): Promise<boolean> {
  const result = await trx.deleteFrom('disconnect_request').executeTakeFirstOrThrow()
  return result.numDeletedRows > 0n
}
