import { householdTransaction, type Database } from '@night-routine/database/connection'
import { bookBabysitter, giveNight } from '@night-routine/household'
import t from 'tap'
import { by, nightOn } from '@night-routine/testing/household'
import { failure } from '../failure.ts'
import { livingCalendar, lookAhead, routine } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

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
