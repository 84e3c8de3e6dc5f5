import { transaction, type Database } from '@night-routine/database/connection'
import {
  appendHistory,
  readChange,
  readHistory,
  readLastChangeAt,
  readLatestChange,
  readUndo,
  type HistoryEntry,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const entry: HistoryEntry = {
  at: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  actorKind: 'person',
  actor: 'alex@example.com',
  action: 'override',
  night: day('2026-11-21'),
  before: { caregiver: 'a' },
  after: { caregiver: 'b' },
}

t.test('entries are kept in the order in which they came', async t => {
  const { db } = await testDatabase(t)
  const planned = {
    ...entry,
    actorKind: 'schedule',
    actor: null,
    night: null,
    before: null,
  } as const
  await transaction(db, trx => appendHistory(trx, [entry, planned]))
  await transaction(db, trx => appendHistory(trx, []))
  const rows = await db.selectFrom('history').selectAll().orderBy('id').execute()
  const { actorKind, ...rest } = entry
  t.same(plain(rows), [
    { id: '1', actor_kind: actorKind, ...Object(plain(rest)), change: null, undoes: null },
    {
      id: '2',
      actor_kind: 'schedule',
      change: null,
      undoes: null,
      ...Object(plain(rest)),
      actor: null,
      night: null,
      before: null,
    },
  ])
})

t.test('history is append-only', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, trx => appendHistory(trx, [entry]))
  const refusal = { message: 'history is append-only' }
  await t.rejects(sql`update history set actor = null`.execute(db), refusal)
  await t.rejects(sql`delete from history`.execute(db), refusal)
})

t.test('an entry is rolled back with its transaction', async t => {
  const { db } = await testDatabase(t)
  const work = transaction(db, async trx => {
    await appendHistory(trx, [entry])
    throw new Error('no')
  })
  await t.rejects(work)
  t.same(await db.selectFrom('history').selectAll().execute(), [])
})

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'
const three = '00000000-0000-4000-8000-000000000003'

function append(db: Database, ...entries: Partial<HistoryEntry>[]) {
  return transaction(db, trx =>
    appendHistory(
      trx,
      entries.map(more => ({ ...entry, ...more })),
    ),
  )
}

t.test('reads pages of entries, newest first', async t => {
  const { db } = await testDatabase(t)
  await append(db, { action: 'a' }, { action: 'b', night: null }, { action: 'c' })
  const actions = async (page: Parameters<typeof readHistory>[1]) =>
    (await readHistory(db, page)).map(({ action }) => action)
  t.same(await actions({ limit: 2 }), ['c', 'b'])
  t.same(await actions({ limit: 2, before: 2n }), ['a'])
  t.same(await actions({ limit: 2, night: day('2026-11-21') }), ['c', 'a'])
  t.same(await actions({ limit: 2, night: day('2026-11-22') }), [])
})

t.test('an entry is read as it was written', async t => {
  const { db } = await testDatabase(t)
  await append(db, { change: one })
  await append(db, { change: two, undoes: one })
  t.same(
    plain(await readHistory(db, { limit: 9 })),
    plain([
      { ...entry, id: 2n, change: two, undoes: one },
      { ...entry, id: 1n, change: one, undoes: null },
    ]),
  )
})

t.test('the entries of one change are read in their order', async t => {
  const { db } = await testDatabase(t)
  await append(db, { change: one, action: 'a' }, { change: two }, { change: one, action: 'b' })
  t.same(
    (await readChange(db, one)).map(({ action }) => action),
    ['a', 'b'],
  )
  t.same(await readChange(db, three), [])
})

t.test('the latest change of some kind, of any night or of one', async t => {
  const { db } = await testDatabase(t)
  const other = day('2026-11-22')
  await append(
    db,
    { change: one, action: 'given' },
    { change: two, action: 'given', night: other },
    { change: three, action: 'settings' },
    { action: 'given' },
  )
  const actions = ['given', 'booked']
  t.equal(await readLatestChange(db, { actions }), two)
  t.equal(await readLatestChange(db, { actions, night: day('2026-11-21') }), one)
  t.equal(await readLatestChange(db, { actions: ['booked'] }), undefined)
})

t.test('finds the newest undo of a change', async t => {
  const { db } = await testDatabase(t)
  await append(db, { change: one })
  t.equal(await readUndo(db, one), undefined)
  await append(db, { change: two, undoes: one })
  await append(db, { change: three, undoes: one })
  t.equal(await readUndo(db, one), three, 'the last time')
  await t.rejects(append(db, { undoes: one }), { code: '23514' }, 'only a change does that')
})

t.test('reads the time of the last change, or null before the first', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readLastChangeAt(db), null)
  const later = { ...entry, at: entry.at.add({ hours: 1 }) }
  await transaction(db, trx => appendHistory(trx, [entry, later]))
  t.equal(String(await readLastChangeAt(db)), '2026-11-20T13:00:00Z')
})
