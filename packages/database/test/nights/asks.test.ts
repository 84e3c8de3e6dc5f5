import { randomUUID } from 'node:crypto'
import { transaction, type Database } from '@night-routine/database/connection'
import {
  closeAsk,
  insertAsk,
  markAsksTold,
  readAsk,
  readClosedAsks,
  readOpenAskOf,
  readOpenAsks,
  readUntoldAsks,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import type { AskEnd, AskToSave } from '../../src/nights/asks.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const at = Temporal.Instant.from('2026-11-25T18:00:00Z')

const ask = (night: string, more: Partial<AskToSave> = {}): AskToSave => ({
  id: randomUUID(),
  night: day(night),
  parent: 'a',
  word: 'Choir until nine',
  returnNight: day('2026-11-28'),
  askedBy: 'alex@example.com',
  askedAt: at,
  ...more,
})

async function opened(t: Parameters<typeof testDatabase>[0]) {
  const { db } = await testDatabase(t)
  await sql`insert into parents (id, name) values ('a', 'Alex'), ('b', 'Robin')`.execute(db)
  return {
    db,
    add: (asked: AskToSave) => transaction(db, trx => insertAsk(trx, asked)),
    close: (id: string, end: AskEnd) => transaction(db, trx => closeAsk(trx, id, end)),
  }
}

t.test('an ask is read as it was saved, closed once, and each state told once', async t => {
  const { db, add, close } = await opened(t)
  const told = () => transaction(db, markAsksTold)
  const asked = ask('2026-11-26')
  await add(asked)
  const open = { ...asked, state: 'open', closedAt: null, closedBy: null, change: null }
  t.same(plain(await readAsk(db, asked.id)), plain(open))
  t.same(plain(await readOpenAskOf(db, asked.night)), plain(open))
  t.equal(await readAsk(db, randomUUID()), undefined)
  t.match(await readUntoldAsks(db), [{ id: asked.id, state: 'open' }])
  await told()
  t.same(await readUntoldAsks(db), [])

  const [by, change] = ['robin@example.com', randomUUID()]
  await close(asked.id, { state: 'accepted', by, at: at.add({ minutes: 5 }), change })
  await close(asked.id, { state: 'declined', by, at: at.add({ minutes: 6 }) })
  const closed = { state: 'accepted', closedAt: '2026-11-25T18:05:00Z', closedBy: by, change }
  t.match(plain(await readAsk(db, asked.id)), closed)
  t.equal(await readOpenAskOf(db, asked.night), undefined)
  t.match(await readUntoldAsks(db), [{ id: asked.id, state: 'accepted' }])
  await told()
  t.same(await readUntoldAsks(db), [])
})

const shown = (asks: readonly { night: Temporal.PlainDate }[]) =>
  asks.map(({ night }) => night.toString())

t.test('open asks by night, closed ones from the latest on', async t => {
  const { db, add, close } = await opened(t)
  const nights = ['2026-11-27', '2026-11-24', '2026-11-26']
  for (const night of nights) await add(ask(night))
  t.same(shown(await readOpenAsks(db)), nights.toSorted())
  t.same(shown(await readOpenAsks(db, day('2026-11-26'))), ['2026-11-26', '2026-11-27'])
  for (const [hours, { id }] of (await readOpenAsks(db)).entries())
    await close(id, { state: 'ended', by: null, at: at.add({ hours }) })
  t.same(shown(await readClosedAsks(db, 2)), ['2026-11-27', '2026-11-26'])
})

t.test('the database refuses what cannot be', async t => {
  const { db, add } = await opened(t)
  const asked = ask('2026-11-26')
  await add(asked)
  const [unique, check] = ['23505', '23514']
  await t.rejects(add(ask('2026-11-26', { parent: 'b' })), { code: unique }, 'one open ask a night')
  await t.rejects(add(ask('2026-11-27', { id: asked.id })), { code: unique })
  for (const odd of [{ word: '' }, { word: 'x'.repeat(81) }, { returnNight: day('2026-11-27') }])
    await t.rejects(add(ask('2026-11-27', odd)), { code: check }, JSON.stringify(odd))
  for (const odd of [
    { state: 'open', closed_at: at, closed_by: null, change: null },
    { state: 'declined', closed_at: null, closed_by: 'robin@example.com', change: null },
    { state: 'declined', closed_at: at, closed_by: null, change: null },
    { state: 'accepted', closed_at: at, closed_by: 'robin@example.com', change: null },
    { state: 'ended', closed_at: at, closed_by: null, change: randomUUID() },
    { state: 'open', closed_at: null, closed_by: 'robin@example.com', change: null },
  ] as const)
    await t.rejects(set(db, asked.id, odd), { code: check }, JSON.stringify(plain(odd)))
  await set(db, asked.id, { state: 'ended', closed_at: at, closed_by: null, change: null })
  await add(ask('2026-11-26'))
  t.equal((await readOpenAsks(db)).length, 1, 'an ask that ended makes room for another')
})

function set(
  db: Database,
  id: string,
  values: {
    state: 'open' | 'accepted' | 'declined' | 'ended'
    closed_at: Temporal.Instant | null
    closed_by: string | null
    change: string | null
  },
) {
  return db.updateTable('asks').set(values).where('id', '=', id).execute()
}
