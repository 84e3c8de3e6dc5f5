import {
  householdTransaction,
  readSettings,
  saveSettings,
  transaction,
  type Database,
} from '@night-routine/database'
import { bookBabysitter, giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn, planAt } from '@night-routine/household/testing'
import { failure } from '../failure.ts'
import { now } from '../push/pushing.ts'
import { livingCalendar, routine } from './living-calendar.ts'
import { meanwhile } from './meanwhile.ts'

type Living = Awaited<ReturnType<typeof livingCalendar>>

/** A person books a babysitter on our pages. */
async function book(db: Database, night: string, name: string) {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => bookBabysitter(trx, { id, name, ...by }))
}

/** A person gives a night to a parent on our pages. */
async function give(db: Database, night: string, to: 'a' | 'b') {
  const { id } = await nightOn(db, night)
  await householdTransaction(db, trx => giveNight(trx, { id, to, ...by }))
}

async function lookAhead(db: Database, lookAheadDays: number) {
  const settings = { ...(await readSettings(db)), lookAheadDays }
  await transaction(db, trx => saveSettings(trx, settings))
  await planAt(db, now)
}

t.test('an event made without an answer is ours, whoever looks first', async t => {
  const { control, db, events, nights, notices, pull, push } = await livingCalendar(t)
  await lookAhead(db, 8)
  await control.drop({ method: 'POST', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  t.match(await pull(), { verdicts: { ours: 1 } })
  t.match(await push(), { calls: ['POST'] }, 'the one of which nothing was heard is known by now')
  t.equal((await events()).length, 8)
  t.notOk((await nights()).some(night => night.includes('locked')))
  t.same(await notices(), [])
})

t.test('an event changed without an answer is ours, whoever looks first', async t => {
  const { control, db, events, history, nights, pull, push } = await livingCalendar(t)
  await book(db, '2026-11-25', 'Kim')
  await control.drop({ method: 'PATCH', path: 'events', when: 'after', count: 1 })
  t.match(await failure(push()), { class: 'retry' })
  await give(db, '2026-11-25', 'b')
  t.match(await pull(), { verdicts: { ours: 1 } }, 'though the plan has gone on since')
  await push()
  t.ok((await nights()).includes('2026-11-25 b (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Robin] ${routine}`))
  t.same(await history(), ['babysitter-booked 2026-11-25', 'night-given 2026-11-25'])
  t.match(await push(), { calls: [] })
})

t.test('a person’s edit that a write runs into wins', async t => {
  const { db, edit, events, history, nights, pull, push, requested } = await livingCalendar(t)
  await give(db, '2026-11-25', 'a')
  await edit('2026-11-25', { summary: '[Kim]' })
  const pulls = await requested('pull')
  t.match(await push(), { left: ['2026-11-25'] })
  t.equal(await requested('pull'), pulls + 1)
  t.match(await pull(), { verdicts: { babysitter: 1 } })
  await push()
  t.ok((await nights()).includes('2026-11-25 Kim (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Kim] ${routine}`))
  t.same(await history(), ['night-given 2026-11-25', 'babysitter-booked 2026-11-25'])
})

t.test('an edit that arrives while the answer to another is under way is not lost', async t => {
  const { calendar, edit, nights, pull, settle } = await livingCalendar(t)
  await edit('2026-11-24', { summary: '[Dana]' })
  const late = meanwhile(calendar, () => edit('2026-11-25', { summary: '[Kim]' }))
  t.match(await pull({ calendar: late }), { verdicts: { babysitter: 1 } })
  await settle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
})

t.test('a push in the middle of a pull', async t => {
  const { calendar, db, edit, events, nights, pull, push, settle } = await livingCalendar(t)
  await book(db, '2026-11-24', 'Dana')
  await edit('2026-11-25', { summary: '[Kim]' })
  await edit('2026-11-24', { location: 'Upstairs' })
  await pull({ calendar: meanwhile(calendar, push) })
  await settle()
  t.same((await nights()).slice(-2), ['2026-11-24 Dana (locked)', '2026-11-25 Kim (locked)'])
  t.same((await events()).slice(-2), [
    `2026-11-24 [Dana] ${routine}`,
    `2026-11-25 [Kim] ${routine}`,
  ])
})

t.test('an edit taken back by hand before we wrote', async t => {
  const takeBack = async ({ edit, pull }: Living) => {
    await edit('2026-11-25', { summary: '[Kim]' })
    t.match(await pull(), { verdicts: { babysitter: 1 } })
    await edit('2026-11-25', { summary: `[Robin] ${routine}` })
  }
  await t.test('and seen by a pull', async t => {
    const living = await livingCalendar(t)
    await takeBack(living)
    t.match(await living.pull(), { verdicts: { assign: 1 } })
    await living.settle()
    t.ok((await living.nights()).includes('2026-11-25 b (locked)'))
    t.ok((await living.events()).includes(`2026-11-25 [Robin] ${routine}`))
  })
  await t.test('and met by a push', async t => {
    const living = await livingCalendar(t)
    await takeBack(living)
    t.match(await living.push(), { left: ['2026-11-25'] })
    await living.settle()
    t.ok((await living.nights()).includes('2026-11-25 b (locked)'))
    t.ok((await living.events()).includes(`2026-11-25 [Robin] ${routine}`))
  })
})

t.test('our own return to the old words, without an answer, is not a person’s', async t => {
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

t.test('what was to be written back was put right by hand', async t => {
  const { edit, events, history, pull, push, settle, state } = await livingCalendar(t)
  await edit('2026-11-25', { summary: 'Bedtime' })
  await pull()
  t.equal(await state('2026-11-25'), 'rejected')
  await edit('2026-11-25', { summary: `[Robin] ${routine}` })
  t.match(await pull(), { verdicts: { same: 1 } }, 'after a person’s words, a spelling of the plan')
  t.match(await push(), { calls: [] })
  await edit('2026-11-25', { summary: 'Bedtime' })
  await pull()
  await edit('2026-11-25', { summary: '[robin]' })
  t.match(await push(), { calls: ['PATCH', 'GET'], left: ['2026-11-25'] })
  await settle()
  t.ok((await events()).includes(`2026-11-25 [Robin] ${routine}`))
  t.same(await history(), [
    'edit-rejected 2026-11-25',
    'edit-rejected 2026-11-25',
    'night-given 2026-11-25',
  ])
})

t.test('removed by a person while it is to be written', async t => {
  const { db, events, nights, pull, push, remove } = await livingCalendar(t)
  await book(db, '2026-11-25', 'Kim')
  await remove('2026-11-25')
  t.same((await push()).calls.slice(0, 2), ['PATCH', 'GET'], 'it is left to be judged')
  t.match(await pull(), { verdicts: { recreate: 1 } })
  await push()
  t.match(await pull(), { verdicts: { echo: 1 } })
  t.ok((await nights()).includes('2026-11-25 Kim (locked)'))
  t.ok((await events()).includes(`2026-11-25 [Kim] ${routine}`))
})

t.test('removed, and brought back by hand before we could', async t => {
  const { control, eventId, events, pull, push, remove } = await livingCalendar(t)
  const id = await eventId('2026-11-25')
  await remove('2026-11-25')
  t.match(await pull(), { verdicts: { recreate: 1 } })
  await control.editEvent('family', id, { status: 'confirmed' })
  t.same((await push()).calls, ['PATCH', 'GET'])
  t.match(await pull(), { verdicts: { echo: 1 } })
  t.equal((await events()).length, 6)
})

t.test('a wish for a night that the plan has just let go of is kept', async t => {
  for (const first of ['pull', 'push'] as const) {
    const { db, edit, events, nights, pull, push, settle } = await livingCalendar(t)
    await lookAhead(db, 4)
    await edit('2026-11-25', { summary: '[Kim]' })
    await { pull, push }[first]()
    await settle()
    t.same((await nights()).slice(4), ['2026-11-25 Kim (locked)'], first)
    t.same((await events()).slice(4), [`2026-11-25 [Kim] ${routine}`])
  }
})

t.test('an event that we removed and a person brought back', async t => {
  const { control, db, eventId, events, nights, pull, push } = await livingCalendar(t)
  const ids = [await eventId('2026-11-24'), await eventId('2026-11-25')] as const
  await lookAhead(db, 4)
  await push()
  await control.editEvent('family', ids[0], { status: 'confirmed' })
  await control.editEvent('family', ids[1], { status: 'confirmed', summary: '[Kim]' })
  t.match(await pull(), { verdicts: { ours: 1, babysitter: 1 } })
  await push()
  t.same((await nights()).slice(4), ['2026-11-25 Kim (locked)'], 'with another name it is a wish')
  t.same((await events()).slice(4), [`2026-11-25 [Kim] ${routine}`], 'as it was it goes again')
})
