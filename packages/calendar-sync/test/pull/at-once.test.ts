import { saveCalendar } from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import t from 'tap'
import { failure } from '../failure.ts'
import { livingCalendar } from './living-calendar.ts'
import { meanwhile } from './meanwhile.ts'
import { sameParts } from '../same-parts.ts'

t.test('two simultaneous pulls apply each edit once', async t => {
  const { db, edit, history, nights, pull, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-24', { summary: '[Dana]' })
  await edit('2026-11-25', { summary: '[Kim]' })
  const outcomes = await Promise.all([pull(), pull(), pull()])
  const followed = outcomes.filter(({ verdicts }) => verdicts.babysitter === 2)
  t.equal(followed.length, 1)
  await waitUntilIdle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
  t.same(await history(), ['babysitter-booked 2026-11-24', 'babysitter-booked 2026-11-25'])
  t.equal((await db.selectFrom('notices').selectAll().execute()).length, 0)
})

t.test('a pull that lost its lease saves nothing', async t => {
  const { calendar, edit, nights, pull, token } = await livingCalendar(t)
  const before = [await nights(), await token()]
  await edit('2026-11-25', { summary: '[Kim]' })
  let lost = false
  const check = () => {
    if (lost) throw new Error('lost')
  }
  const losing = meanwhile(calendar, async () => {
    lost = true
  })
  t.match(await failure(pull({ calendar: losing, check })), { message: 'lost' })
  t.same([await nights(), await token()], before)
})

t.test('ignores a read when another calendar was selected meanwhile', async t => {
  const { calendar, control, db, edit, events, nights, pull, push } = await livingCalendar(t)
  await control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner' },
  })
  const before = await nights()
  await edit('2026-11-25', { summary: '[Kim]' })
  const select = () =>
    transaction(db, trx => saveCalendar(trx, { calendarId: 'second', calendarName: 'Second' }))
  sameParts(t, await pull({ calendar: meanwhile(calendar, select) }), { verdicts: {} })
  t.same(await nights(), before)
  await push()
  t.same(await events(), [], 'no event of ours stays in the previous calendar')
  t.match(await pull(), { everything: true, verdicts: { echo: 6 } })
})
