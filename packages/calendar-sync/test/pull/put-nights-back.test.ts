import { householdTransaction } from '@night-routine/database/connection'
import { putNightsBack } from '@night-routine/calendar-sync'
import t, { type Test } from 'tap'
import { now } from '../push/pushing.ts'
import { livingCalendar } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

const tomorrow = now.add({ hours: 24 })
const family = { id: 'family', summary: 'Family', roles: { 'alex@example.com': 'owner' } } as const

/** A calendar that was emptied, and a pull that doubted the empty list. */
async function emptied(t: Test) {
  const household = await livingCalendar(t)
  const { control, events, notices, pull } = household
  const before = await events()
  await control.removeCalendar('family')
  await control.saveCalendar(family)
  await control.expireSyncTokens()
  await pull()
  t.same(await notices(), ['reader-brake'])
  return { ...household, before }
}

t.test('recreates all nights once when a person confirms that they are gone', async t => {
  for (const firstIs of ['push', 'pull'] as const) {
    const { before, db, events, notices, pull, push, waitUntilIdle } = await emptied(t)
    await householdTransaction(db, trx => putNightsBack(trx, { now }))
    t.same(await notices(), [], 'no open notices')
    await (firstIs === 'push' ? push() : pull())
    await waitUntilIdle()
    t.same(await events(), before)
    t.match(await pull({ at: tomorrow }), { doubtful: false, everything: true })
    t.same(await notices(), [])
  }
})

t.test('duplicates and overwrites nothing if the events still exist', async t => {
  const { db, edit, events, nights, notices, pull, push, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-21', { summary: '[Kim]' })
  await householdTransaction(db, trx => putNightsBack(trx, { now }))
  await push()
  t.ok((await events()).includes('2026-11-21 [Kim]'), 'the edit stays')
  await pull()
  await waitUntilIdle()
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'), 'the edit is followed')
  const standing = await events()
  t.equal(standing.length, new Set(standing.map(event => event.slice(0, 10))).size)
  t.same(await notices(), [])
})

t.test('does nothing without a calendar', async t => {
  const { db, push } = await livingCalendar(t)
  await db.deleteFrom('calendar_settings').execute()
  await householdTransaction(db, trx => putNightsBack(trx, { now }))
  sameParts(t, await push(), { calls: [] })
})
