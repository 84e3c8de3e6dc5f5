import { readNotices } from '@night-routine/database/calendar'
import t from 'tap'
import { livingCalendar } from './living-calendar.ts'

t.test('asks about a name that is almost a parent’s, once, and leaves the night', async t => {
  const { edit, events, history, nights, db, waitUntilIdle } = await livingCalendar(t)
  const before = [await events(), await nights()]
  await edit('2026-11-21', { summary: '[Alec] 🌃👶Routine' })
  t.same(await waitUntilIdle(), ['GET', 'PATCH'])
  t.same([await events(), await nights()], before)
  const asked = await readNotices(db)
  t.same(
    asked.map(({ kind, data }) => [kind, data]),
    [['near-name', { asked: 'Alec', parent: 'a' }]],
  )
  t.same(await history(), ['edit-rejected 2026-11-21'])
  t.same(await waitUntilIdle(), ['GET'], 'our own text is not asked about')
  t.same(await readNotices(db), asked)
})
