import { sql } from 'kysely'
import type { Queryable, Transaction } from './connect.ts'

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
export async function saveCalendar(trx: Transaction, calendar: SelectedCalendar): Promise<void> {
  const selected = { calendar_id: calendar.calendarId, calendar_name: calendar.calendarName }
  await trx
    .insertInto('calendar_settings')
    .values(selected)
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ ...selected, updated_at: sql`now()` }),
    )
    .execute()
}

/** Forgets the selection. Call it under the household lock. */
export async function forgetCalendar(trx: Transaction): Promise<void> {
  await trx.deleteFrom('calendar_settings').execute()
}
