import { sql } from 'kysely'
import { civilDate } from './civil-date.ts'
import type { Queryable } from './connect.ts'

/** What we know of the event of one night in one calendar: the mirror that a push compares with. */
export interface MirrorRow {
  calendarId: string
  night: Temporal.PlainDate
  /** Raised when an event's id can no longer be used. */
  generation: number
  eventId: string
  /** As of our last look; null before the first answer. */
  etag: string | null
  /** Hash of what we wrote last; null when what stands there was not written by us. */
  pushedHash: string | null
  state: 'present' | 'removed'
}

/** The mirror of a calendar, from a night on (all of it when left out), in order of nights. */
export async function readMirror(
  q: Queryable,
  calendarId: string,
  from?: Temporal.PlainDate,
): Promise<MirrorRow[]> {
  const rows = await mirror(q)
    .where('calendar_id', '=', calendarId)
    .$if(from !== undefined, query => query.where('night', '>=', String(from)))
    .orderBy('night')
    .execute()
  return rows.map(row => ({ ...row, night: civilDate(row.night) }))
}

/** Our events that are still present in other calendars than the selected one, from a night on. */
export async function readRetiredMirrors(
  q: Queryable,
  selectedCalendarId: string,
  from: Temporal.PlainDate,
): Promise<MirrorRow[]> {
  const rows = await mirror(q)
    .where('calendar_id', '<>', selectedCalendarId)
    .where('state', '=', 'present')
    .where('night', '>=', from.toString())
    .orderBy('calendar_id')
    .orderBy('night')
    .execute()
  return rows.map(row => ({ ...row, night: civilDate(row.night) }))
}

function mirror(q: Queryable) {
  return q
    .selectFrom('calendar_events')
    .select([
      'calendar_id as calendarId',
      'night',
      'generation',
      'event_id as eventId',
      'etag',
      'pushed_hash as pushedHash',
      'state',
    ])
}

/** Writes what we know of one event, in place of what we knew. */
export async function saveMirror(q: Queryable, row: MirrorRow): Promise<void> {
  const known = {
    generation: row.generation,
    event_id: row.eventId,
    etag: row.etag,
    pushed_hash: row.pushedHash,
    state: row.state,
  }
  await q
    .insertInto('calendar_events')
    .values({ calendar_id: row.calendarId, night: row.night.toString(), ...known })
    .onConflict(conflict =>
      conflict.columns(['calendar_id', 'night']).doUpdateSet({ ...known, updated_at: sql`now()` }),
    )
    .execute()
}
