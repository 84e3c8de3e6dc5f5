import type { Queryable } from './connect.ts'

/** How far a calendar has been read. */
export interface CalendarSync {
  /** Where the next incremental read starts; null if it has to be a full read. */
  syncToken: string | null
  /** Shape of the request that the token belongs to; a token of another shape is of no use. */
  shapeVersion: number
  lastPullAt: Temporal.Instant | null
  /** The last read of everything. */
  lastFullAt: Temporal.Instant | null
  lastNotifiedAt: Temporal.Instant | null
}

/** How far this calendar has been read; undefined before the first read. */
export async function readSync(
  q: Queryable,
  calendarId: string,
): Promise<CalendarSync | undefined> {
  return q
    .selectFrom('calendar_sync')
    .select([
      'sync_token as syncToken',
      'shape_version as shapeVersion',
      'last_pull_at as lastPullAt',
      'last_full_at as lastFullAt',
      'last_notified_at as lastNotifiedAt',
    ])
    .where('calendar_id', '=', calendarId)
    .executeTakeFirst()
}

/** Writes what is given and leaves the rest as it is. A token belongs into the transaction of its changes. */
export async function saveSync(
  q: Queryable,
  calendarId: string,
  known: Partial<CalendarSync>,
): Promise<void> {
  const columns = {
    calendar_id: calendarId,
    sync_token: known.syncToken,
    shape_version: known.shapeVersion,
    last_pull_at: instantText(known.lastPullAt),
    last_full_at: instantText(known.lastFullAt),
    last_notified_at: instantText(known.lastNotifiedAt),
  }
  await q
    .insertInto('calendar_sync')
    .values(columns)
    .onConflict(conflict => conflict.column('calendar_id').doUpdateSet(columns))
    .execute()
}

/** Forgets how far any calendar has been read: the next pull reads everything. */
export async function forgetSyncs(q: Queryable): Promise<void> {
  await q.deleteFrom('calendar_sync').execute()
}

function instantText(instant: Temporal.Instant | null | undefined) {
  return instant && instant.toString()
}
