import { readCalendar, saveCalendar, transaction } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'

t.test('one calendar is selected, the last one saved', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readCalendar(db), undefined)
  const calendar = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, calendar))
  t.same(await readCalendar(db), calendar)
  const other = { calendarId: 'other', calendarName: 'Other' }
  await transaction(db, trx => saveCalendar(trx, other))
  t.same(await readCalendar(db), other)
  const { rows } =
    await sql`select id, updated_at > created_at as moved from calendar_settings`.execute(db)
  t.same(rows, [{ id: 1, moved: true }])
})
