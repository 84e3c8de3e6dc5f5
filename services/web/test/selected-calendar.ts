import { saveCalendar, transaction, type Database } from '@night-routine/database'

/** A household that has chosen its calendar, without the way there. */
export async function selectFamily(db: Database) {
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
}
