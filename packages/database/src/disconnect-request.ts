import type { Queryable, Transaction } from './connect.ts'

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
): Promise<void> {
  await trx
    .insertInto('disconnect_request')
    .values({ requested_at: requestedAt.toString(), calendar_name: calendarName })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Notes that our events are out of the calendars, except those that could not be removed. */
export async function noteCleared(
  trx: Transaction,
  { at, eventsLeft }: NonNullable<DisconnectRequest['cleared']>,
): Promise<void> {
  await trx
    .updateTable('disconnect_request')
    .set({ cleared_at: at.toString(), events_left: eventsLeft })
    .execute()
}

/** Removes the request that was carried out. @returns false when another process already has */
export async function deleteDisconnectRequest(trx: Transaction): Promise<boolean> {
  const result = await trx.deleteFrom('disconnect_request').executeTakeFirstOrThrow()
  return result.numDeletedRows > 0n
}
