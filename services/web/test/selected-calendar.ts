import { saveCalendar } from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'

/** A household with a selected calendar. */
export async function selectFamily(db: Database) {
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
}
