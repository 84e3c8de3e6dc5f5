import { transaction, type Database } from '@night-routine/database/connection'
import {
  appendHistory,
  readChange,
  readHistory,
  readLastChangeAt,
  readLatestChange,
  readLatestChanges,
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

t.test('history is append-only', async t => {
  const { db } = await testDatabase(t)
  await append(db, {})
  const refusal = { message: 'history is append-only' }
  await t.rejects(sql`update history set actor = null`.execute(db), refusal)
  await t.rejects(sql`delete from history`.execute(db), refusal)
})

t.test('an entry is read as it was written, in pages, newest first', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readLastChangeAt(db), null)
  await append(db)
  const schedule = { actorKind: 'schedule', actor: null, night: null, before: null } as const
  const later = entry.at.add({ hours: 1 })
  await append(
    db,
    { change: one },
    { ...schedule, at: later },
    { at: later, change: two, undoes: one },
  )
  const bare = { ...entry, change: null, undoes: null }
  const written = [
    { ...bare, id: 3n, at: later, change: two, undoes: one },
    { ...bare, ...schedule, id: 2n, at: later },
    { ...bare, id: 1n, change: one },
  ]
  const read = async (page: Parameters<typeof readHistory>[1]) => plain(await readHistory(db, page))
  t.same(await read({ limit: 2 }), plain(written.slice(0, 2)))
  t.same(await read({ limit: 4 }), plain(written))
  t.same(await read({ limit: 2, night: day('2026-11-21') }), plain([written[0], written[2]]))
  t.same(await read({ limit: 2, night: day('2026-11-22') }), [])
  t.equal(String(await readLastChangeAt(db)), later.toString())
})

t.test('the entries of one change are read in their order, and its newest undo', async t => {
  const { db } = await testDatabase(t)
  await append(db, { change: one, action: 'a' }, { change: one, action: 'b' })
  t.equal(await readUndo(db, one), undefined)
  await append(db, { change: two, undoes: one }, { change: three, undoes: one })
  t.same(
    (await readChange(db, one)).map(({ action }) => action),
    ['a', 'b'],
  )
  t.same(await readChange(db, '00000000-0000-4000-8000-000000000004'), [])
  t.equal(await readUndo(db, one), three, 'the last time')
  await t.rejects(append(db, { undoes: one }), { code: '23514' }, 'only a change does that')
})

t.test('the latest change of some kind, of any night, of one or of several', async t => {
  const { db } = await testDatabase(t)
  const other = day('2026-11-22')
  await append(
    db,
    { change: one, action: 'given' },
    { change: two, action: 'given', night: other },
    { change: three, action: 'settings' },
    { change: three, action: 'weighed', after: { weight: 2 } },
    { action: 'given' },
  )
  const actions = ['given', 'booked']
  t.equal(await readLatestChange(db, { actions }), two)
  t.equal(await readLatestChange(db, { actions, night: day('2026-11-21') }), one)
  t.equal(await readLatestChange(db, { actions: ['booked'] }), undefined)
  const nights = [day('2026-11-21'), other, day('2026-11-23')]
  t.strictSame(
    [
      ...(await readLatestChanges(db, {
        actions: [...actions, 'weighed'],
        nights,
        field: 'caregiver',
      })),
    ],
    [
      ['2026-11-21', one],
      ['2026-11-22', two],
    ],
  )
})
