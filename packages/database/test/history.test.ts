import { appendHistory, transaction, type HistoryEntry } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { day } from './nights.ts'
import { plain } from './plain.ts'

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
    { id: '1', actor_kind: actorKind, ...Object(plain(rest)) },
    {
      id: '2',
      actor_kind: 'schedule',
      ...Object(plain(rest)),
      actor: null,
      night: null,
      before: null,
    },
  ])
})

t.test('what has been written is neither changed nor removed', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, trx => appendHistory(trx, [entry]))
  const refusal = { message: 'history is only ever added to' }
  await t.rejects(sql`update history set actor = null`.execute(db), refusal)
  await t.rejects(sql`delete from history`.execute(db), refusal)
})

t.test('an entry shares the fate of its transaction', async t => {
  const { db } = await testDatabase(t)
  const work = transaction(db, async trx => {
    await appendHistory(trx, [entry])
    throw new Error('no')
  })
  await t.rejects(work)
  t.same(await db.selectFrom('history').selectAll().execute(), [])
})
