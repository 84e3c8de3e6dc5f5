import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { Schema } from '../schema/schema.ts'

/** What we know of the event of one night in one calendar; a push compares the plan with it. */
export interface CalendarEventRow {
  calendarId: string
  night: Temporal.PlainDate
  /** Raised when an event's id can no longer be used. */
  generation: number
  eventId: string
  /** As of our last look; null before the first answer. */
  etag: string | null
  /** Hash of what we wrote last; null where no write is on record. */
  pushedHash: string | null
  /** Hash of what a person's text means, once judged; null where the text is ours. */
  judgedMeaning: string | null
  /** What a person added to the event, kept whenever it is written. */
  note: string | null
  /**
   * `present`: as we wrote it, or with the same meaning; `adopted`: a person changed it, and the plan follows;
   * `rejected`: a person changed it, and it will be written back; `deleted`: a person removed it, and it will
   * come back; `removing`: we are about to remove it; `removed`: we removed it, or, with an etag, it was out of reach.
   */
  state: Schema['calendar_events']['state']
  /**
   * Whether no read has listed our last write yet. What a person did to the event since then may never be listed: a
   * server that compares two states of a calendar does not know of an event that came and went between them.
   */
  unlisted: boolean
}

const columns = [
  'calendar_id as calendarId',
  'night',
  'generation',
  'event_id as eventId',
  'etag',
  'pushed_hash as pushedHash',
  'judged_meaning as judgedMeaning',
  'note',
  'state',
  'unlisted',
] as const

const events = (q: Queryable) => q.selectFrom('calendar_events').select(columns).orderBy('night')

/** The events of a calendar, from a night on (all of them when left out), in order of nights. */
export async function readCalendarEvents(
  q: Queryable,
  calendarId: string,
  from?: Temporal.PlainDate,
): Promise<CalendarEventRow[]> {
  const query = events(q).where('calendar_id', '=', calendarId)
  return (from ? query.where('night', '>=', from) : query).execute()
}

/** Events before a night that wait to be written back: a person changed or removed them. */
export async function readCalendarEventsToRestore(
  q: Queryable,
  calendarId: string,
  { before }: { before: Temporal.PlainDate },
): Promise<CalendarEventRow[]> {
  return events(q)
    .where('calendar_id', '=', calendarId)
    .where('state', 'in', ['rejected', 'deleted'])
    .where('night', '<', before)
    .execute()
}

/** Our copies of these events, locked until the transaction ends. */
export async function lockCalendarEvents(
  trx: Transaction,
  calendarId: string,
  eventIds: readonly string[],
): Promise<CalendarEventRow[]> {
  // Most reads of a calendar find no change, and ask for none several times.
  if (eventIds.length === 0) return []
  return events(trx)
    .where('calendar_id', '=', calendarId)
    .where(sql<boolean>`event_id = any(${eventIds})`)
    .forUpdate()
    .execute()
}

/** Our events that are still in other calendars than the selected one (null: in any), from a night on. */
export async function readRetiredCalendarEvents(
  q: Queryable,
  selectedCalendarId: string | null,
  from: Temporal.PlainDate,
): Promise<CalendarEventRow[]> {
  return q
    .selectFrom('calendar_events')
    .select(columns)
    .where('calendar_id', 'is distinct from', selectedCalendarId)
    .where('state', '<>', 'removed')
    .where('night', '>=', from)
    .orderBy('calendar_id')
    .orderBy('night')
    .execute()
}

/** Writes what we know of one event, in place of what we knew. */
export async function saveCalendarEvents(q: Queryable, row: CalendarEventRow) {
  const known = columnsOf(row)
  await q
    .insertInto('calendar_events')
    .values(known)
    .onConflict(conflict =>
      conflict.columns(['calendar_id', 'night']).doUpdateSet({ ...known, updated_at: sql`now()` }),
    )
    .execute()
}

/** Notes that a read has listed our last write of these events, at least one. */
export async function markListed(
  trx: Transaction,
  calendarId: string,
  eventIds: readonly string[],
) {
  await trx
    .updateTable('calendar_events')
    .set({ unlisted: false })
    .where('calendar_id', '=', calendarId)
    .where('event_id', 'in', eventIds)
    .execute()
}

/**
 * Writes what we know of an event in place of what was `seen`, unless another process has learned more of it
 * meanwhile; that process may have noted the very version that the row is about.
 * @returns whether it was written
 */
export async function replaceCalendarEvents(
  q: Queryable,
  row: CalendarEventRow,
  seen: CalendarEventRow,
): Promise<boolean> {
  const result = await q
    .updateTable('calendar_events')
    .set({ ...columnsOf(row), updated_at: sql`now()` })
    .where('calendar_id', '=', row.calendarId)
    .where('night', '=', row.night)
    .where('event_id', '=', seen.eventId)
    .where(eb =>
      eb.or([
        eb('etag', '=', row.etag),
        eb.and([
          eb('etag', 'is not distinct from', seen.etag),
          eb('pushed_hash', 'is not distinct from', seen.pushedHash),
          eb('state', '=', seen.state),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return result.numUpdatedRows > 0n
}

function columnsOf(row: CalendarEventRow) {
  return {
    calendar_id: row.calendarId,
    night: row.night,
    generation: row.generation,
    event_id: row.eventId,
    etag: row.etag,
    pushed_hash: row.pushedHash,
    judged_meaning: row.judgedMeaning,
    note: row.note,
    state: row.state,
    unlisted: row.unlisted,
  }
}

/** Nights whose event was written for the pushes that are requested and not done; none when all are. */
export async function readNightsInWork(q: Queryable, calendarId: string) {
  const rows = await q
    .selectFrom('calendar_events')
    .innerJoin('job_requests', join => join.on('job_requests.kind', '=', 'push'))
    .select('night')
    .where('calendar_id', '=', calendarId)
    .whereRef('job_requests.request_number', '>', 'job_requests.done_number')
    .whereRef('calendar_events.updated_at', '>=', 'job_requests.requested_at')
    .orderBy('night')
    .execute()
  return rows.map(({ night }) => night)
}
