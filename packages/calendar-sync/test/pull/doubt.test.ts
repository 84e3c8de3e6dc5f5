import { readNotices } from '@night-routine/database/calendar'
import t from 'tap'
import { failure } from '../failure.ts'
import { now } from '../push/pushing.ts'
import { livingCalendar } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

const tomorrow = now.add({ hours: 24 })
const [today, theDayAfter] = [now.toString(), tomorrow.toString()]

t.test('a list that is empty or much too short changes nothing and raises a notice', async t => {
  for (const left of [0, 4]) {
    const { control, db, events, nights, notices, pull, push, sync, token } =
      await livingCalendar(t)
    const all = await control.events('family')
    const fill = async (some: typeof all) => {
      for (const { id, start, end, summary = null, extendedProperties = null } of some)
        await control.createEvent('family', { id, start, end, summary, extendedProperties })
    }
    await control.removeCalendar('family')
    await control.saveCalendar({
      id: 'family',
      summary: 'Family',
      roles: { 'alex@example.com': 'owner' },
    })
    await fill(all.slice(0, left))
    await control.expireSyncTokens()
    const before = [await nights(), await token()]
    sameParts(t, await pull({ at: tomorrow }), { doubtful: true, everything: false, verdicts: {} })
    t.same([await nights(), await token()], before)
    t.same(await notices(), ['reader-brake'])
    t.match(await sync(), { lastPullAt: theDayAfter, lastFullAt: today })
    sameParts(t, await push(), { calls: [] }, 'nothing is written')
    t.equal((await events()).length, left)

    await fill(all.slice(left))
    t.match(await pull(), { doubtful: false, everything: true })
    t.same(await readNotices(db), [], 'a complete list closes the notice')
  }
})

t.test('doubts the daily comparison too, and still follows edits', async t => {
  const { edit, nights, notices, pull } = await livingCalendar(t)
  await edit('2026-11-21', { summary: '[Kim]' })
  for (const night of ['2026-11-22', '2026-11-23', '2026-11-24'])
    await edit(night, { extendedProperties: { private: null } })
  t.match(await pull({ at: tomorrow }), { doubtful: true, everything: false })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.same(await notices(), ['reader-brake'])
})

t.test('asks for each missing event where a list never has the removed ones', async t => {
  const { calendar, edit, notices, pull, remove } = await livingCalendar(t)
  for (const night of ['2026-11-21', '2026-11-22', '2026-11-23'])
    await edit(night, { extendedProperties: { private: null } })
  await remove('2026-11-24')
  const forgetful = { ...calendar, remembersRemoved: false }
  t.match(await pull({ at: tomorrow, calendar: forgetful }), { doubtful: false, everything: true })
  t.same(await notices(), ['removed-again 2026-11-24'], 'nothing is doubtful')
})

t.test('a missing calendar is not an empty one, and raises a notice', async t => {
  const { control, nights, notices, pull, sync } = await livingCalendar(t)
  const before = [await nights(), await sync()]
  await control.saveCalendar({ id: 'family', summary: 'Family', roles: {} })
  t.match(await failure(pull()), { class: 'give-up', reason: 'calendar-gone' })
  t.same([await nights(), await sync()], before)
  t.same(await notices(), ['calendar-lost'])
  await control.saveCalendar({
    id: 'family',
    summary: 'Family',
    roles: { 'alex@example.com': 'owner' },
  })
  await pull()
  t.same(await notices(), [])
})
