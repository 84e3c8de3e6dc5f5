import type { Queryable, Transaction } from './connect.ts'

/** A person's request to disconnect the calendar, until it is carried out. */
export interface Disconnection {
  askedAt: Temporal.Instant
  /** The calendar that was selected; null when none was. */
  calendarName: string | null
  /** Set when nothing more will be removed from any calendar. */
  cleared: { at: Temporal.Instant; eventsLeft: number } | null
}

/** The pending request; undefined when nothing is pending. */
export async function readDisconnection(q: Queryable): Promise<Disconnection | undefined> {
  const row = await q.selectFrom('disconnection').selectAll().executeTakeFirst()
  return (
    row && {
      askedAt: row.asked_at,
      calendarName: row.calendar_name,
      cleared: row.cleared_at && { at: row.cleared_at, eventsLeft: row.events_left ?? 0 },
    }
  )
}

/** Saves the request; a pending one stays as it is. Call it under the household lock. */
export async function saveDisconnection(
  trx: Transaction,
  { askedAt, calendarName }: Pick<Disconnection, 'askedAt' | 'calendarName'>,
): Promise<void> {
  await trx
    .insertInto('disconnection')
    .values({ asked_at: askedAt.toString(), calendar_name: calendarName })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Notes that our events are out of the calendars, except those that could not be removed. */
export async function noteCleared(
  trx: Transaction,
  { at, eventsLeft }: NonNullable<Disconnection['cleared']>,
): Promise<void> {
  await trx
    .updateTable('disconnection')
    .set({ cleared_at: at.toString(), events_left: eventsLeft })
    .execute()
}

/** Removes the request that was carried out. @returns false when another process already has */
export async function endDisconnection(trx: Transaction): Promise<boolean> {
  const result = await trx.deleteFrom('disconnection').executeTakeFirstOrThrow()
  return result.numDeletedRows > 0n
}
