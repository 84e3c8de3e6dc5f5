import { householdTransaction, type Database } from '@night-routine/database/connection'
import { bookBabysitter, giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn } from '@night-routine/testing/household'
import { failure } from '../failure.ts'
import { livingCalendar, lookAhead, routine } from './living-calendar.ts'
import { meanwhile } from './meanwhile.ts'
import { sameParts } from '../same-parts.ts'

type Living = Awaited<ReturnType<typeof livingCalendar>>

/** Books a babysitter on a page. */
async function book(db: Database, night: string, name: string) {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => bookBabysitter(trx, { id, babysitter: { name }, ...by }))
}

/** Gives a night to a parent on a page. */
async function give(db: Database, night: string, to: 'a' | 'b') {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => giveNight(trx, { id, to, ...by }))
}

t.test('a pull recognizes an insert whose response was lost', async t => {
  const { control, db, events, nights, notices, pull, push } = await livingCalendar(t)
  await lookAhead(db, 8)
  await control.drop({ method: 'POST', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.match(await pull(), { verdicts: { ours: 1 } })
  sameParts(t, await push(), { calls: [] }, 'the lost insert is recognized')
  t.equal((await events()).length, 8)
  t.notOk((await nights()).some(night => night.includes('locked')))
  t.same(await notices(), [])
})

t.test('a pull recognizes an update whose response was lost', async t => {
  const { control, db, events, history, nights, pull, push } = await livingCalendar(t)
  await book(db, '2026-11-25', 'Kim')
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  await give(db, '2026-11-25', 'b')
  t.match(await pull(), { verdicts: { ours: 1 } }, 'although the plan changed since')
  await push()
  t.ok((await nights()).includes('2026-11-25 b (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Robin] ${routine}`))
  t.same(await history(), ['babysitter-booked 2026-11-25', 'night-given 2026-11-25'])
  sameParts(t, await push(), { calls: [] })
})

t.test('a person’s edit wins over a simultaneous write', async t => {
  const { db, edit, events, history, nights, pull, push, requested } = await livingCalendar(t)
  await give(db, '2026-11-25', 'a')
  await edit('2026-11-25', { summary: '[Kim]' })
  const pulls = await requested('pull')
  sameParts(t, await push(), { skipped: ['2026-11-25'] })
  t.equal(await requested('pull'), pulls + 1)
  t.match(await pull(), { verdicts: { babysitter: 1 } })
  await push()
  t.ok((await nights()).includes('2026-11-25 Kim (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Kim] ${routine}`))
  t.same(await history(), ['night-given 2026-11-25', 'babysitter-booked 2026-11-25'])
})

t.test('keeps an edit made during a pull', async t => {
  const { calendar, edit, nights, pull, waitUntilIdle } = await livingCalendar(t)
  await edit('2026-11-24', { summary: '[Dana]' })
  const late = meanwhile(calendar, () => edit('2026-11-25', { summary: '[Kim]' }))
  t.match(await pull({ calendar: late }), { verdicts: { babysitter: 1 } })
  await waitUntilIdle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
})

t.test('a push during a pull loses neither edit nor decision', async t => {
  const { calendar, db, edit, events, nights, pull, push, waitUntilIdle } = await livingCalendar(t)
  await book(db, '2026-11-24', 'Dana')
  await edit('2026-11-25', { summary: '[Kim]' })
  await edit('2026-11-24', { location: 'Upstairs' })
  await pull({ calendar: meanwhile(calendar, push) })
  await waitUntilIdle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
  t.same((await events()).slice(-2), [
    `2026-11-24 [Dana] ${routine}`,
    `2026-11-25 [Kim] ${routine}`,
  ])
})

t.test('a person who restores our text before we wrote decides the night', async t => {
  const editAndRevert = async ({ edit, pull }: Living) => {
    await edit('2026-11-25', { summary: '[Kim]' })
    t.match(await pull(), { verdicts: { babysitter: 1 } })
    await edit('2026-11-25', { summary: `[Robin] ${routine}` })
  }
  await t.test('seen by a pull', async t => {
    const living = await livingCalendar(t)
    await editAndRevert(living)
    t.match(await living.pull(), { verdicts: { assign: 1 } })
    await living.waitUntilIdle()
    t.ok((await living.nights()).includes('2026-11-25 b (locked)'))
    t.ok((await living.events()).includes(`2026-11-25 [Robin] ${routine}`))
  })
  await t.test('seen by a push', async t => {
    const living = await livingCalendar(t)
    await editAndRevert(living)
    sameParts(t, await living.push(), { skipped: ['2026-11-25'] })
    await living.waitUntilIdle()
    t.ok((await living.nights()).includes('2026-11-25 b (locked)'))
    t.ok((await living.events()).includes(`2026-11-25 [Robin] ${routine}`))
  })
})

t.test('recognizes our return to an earlier text whose response was lost', async t => {
  const { control, db, edit, events, nights, pull, push } = await livingCalendar(t)
  await edit('2026-11-25', { summary: '[Kim]' })
  await pull()
  await give(db, '2026-11-25', 'b')
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  await give(db, '2026-11-25', 'a')
  t.match(await pull(), { verdicts: { ours: 1 } })
  await push()
  t.ok((await nights()).includes('2026-11-25 a (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Alex] ${routine}`))
})

t.test('follows the correction of a refused edit before we restore it', async t => {
  const { edit, events, history, pull, push, waitUntilIdle, state } = await livingCalendar(t)
  await edit('2026-11-25', { summary: 'Bedtime' })
  await pull()
  t.equal(await state('2026-11-25'), 'rejected')
  await edit('2026-11-25', { summary: `[Robin] ${routine}` })
  t.match(await pull(), { verdicts: { same: 1 } }, 'after a person’s text, a spelling of the plan')
  sameParts(t, await push(), { calls: [] })
  await edit('2026-11-25', { summary: 'Bedtime' })
  await pull()
  await edit('2026-11-25', { summary: '[robin]' })
  sameParts(t, await push(), { calls: ['PATCH', 'GET'], skipped: ['2026-11-25'] })
  await waitUntilIdle()
  t.ok((await events()).includes(`2026-11-25 [Robin] ${routine}`))
  t.same(await history(), [
    'edit-rejected 2026-11-25',
    'edit-rejected 2026-11-25',
    'night-given 2026-11-25',
  ])
})

t.test('recreates an event that a person removed before we wrote it', async t => {
  const { db, events, nights, pull, push, remove } = await livingCalendar(t)
  await book(db, '2026-11-25', 'Kim')
  await remove('2026-11-25')
  t.same((await push()).calls.slice(0, 2), ['PATCH', 'GET'], 'left for the next pull')
  t.match(await pull(), { verdicts: { recreate: 1 } })
  await push()
  t.match(await pull(), { verdicts: { echo: 1 } })
  t.ok((await nights()).includes('2026-11-25 Kim (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Kim] ${routine}`))
})

t.test('accepts that a person restores a removed event before we do', async t => {
  const { control, eventId, events, pull, push, remove } = await livingCalendar(t)
  const id = await eventId('2026-11-25')
  await remove('2026-11-25')
  t.match(await pull(), { verdicts: { recreate: 1 } })
  await control.editEvent('family', id, { status: 'confirmed' })
  t.same((await push()).calls, ['PATCH', 'GET'])
  t.match(await pull(), { verdicts: { echo: 1 } })
  t.equal((await events()).length, 6)
})

t.test('keeps an edit of a night that has just left the plan', async t => {
  for (const first of ['pull', 'push'] as const) {
    const { db, edit, events, nights, pull, push, waitUntilIdle } = await livingCalendar(t)
    await lookAhead(db, 4)
    await edit('2026-11-25', { summary: '[Kim]' })
    await { pull, push }[first]()
    await waitUntilIdle()
    t.same((await nights()).slice(4), ['2026-11-25 Kim (locked)'], first)
    t.same((await events()).slice(4), [`2026-11-25 [Kim] ${routine}`])
  }
})

t.test('removes a restored event again, unless its name was edited', async t => {
  const { control, db, eventId, events, nights, pull, push } = await livingCalendar(t)
  const ids = [await eventId('2026-11-24'), await eventId('2026-11-25')] as const
  await lookAhead(db, 4)
  await push()
  await control.editEvent('family', ids[0], { status: 'confirmed' })
  await control.editEvent('family', ids[1], { status: 'confirmed', summary: '[Kim]' })
  t.match(await pull(), { verdicts: { ours: 1, babysitter: 1 } })
  await push()
  t.same((await nights()).slice(4), ['2026-11-25 Kim (locked)'], 'with another name it is an edit')
  t.same(
    (await events()).slice(4),
    [`2026-11-25 [Kim] ${routine}`],
    'unchanged it is removed again',
  )
})
