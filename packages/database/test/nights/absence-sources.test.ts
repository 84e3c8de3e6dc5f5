import {
  parseSecretKeys,
  transaction,
  unreadable,
  type Database,
} from '@night-routine/database/connection'
import {
  deleteAbsenceSource,
  insertAbsenceSource,
  readAbsenceSources,
  readSourceAbsences,
  readSourcesToRead,
  saveSourceAbsences,
  saveSourceOutcome,
  seedHousehold,
  type SourcePlace,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const later = now.add({ hours: 1 })
const [ours, other] = ['a', 'b'].map(digit => parseSecretKeys([digit.repeat(64)]))
const keys = ours ?? parseSecretKeys([])
const address = 'https://calendar.example.com/secret-0123456789.ics'

async function household(t: Parameters<typeof testDatabase>[0]) {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  return db
}

function add(db: Database, place: SourcePlace) {
  const version = { etag: '"1"', window: 'first' }
  return transaction(db, trx =>
    insertAbsenceSource(trx, keys, { parent: 'a', place, name: 'Work', version, now }),
  )
}

t.test('a source is read back, and its address only with the key', async t => {
  const db = await household(t)
  const byAddress = await add(db, { kind: 'address', address })
  const known = { parent: 'a', kind: 'address', name: 'Work', outcome: 'read' }
  const times = { readAt: now, checkedAt: now }
  t.same(plain(await readAbsenceSources(db)), plain([{ id: byAddress, ...known, ...times }]))
  t.match(await readSourcesToRead(db, keys), [
    { id: byAddress, place: { kind: 'address', address }, etag: '"1"', window: 'first' },
  ])
  t.match(await readSourcesToRead(db, other ?? keys), [{ place: unreadable }])
  const { rows } = await sql<{ row: string }>`
    select absence_sources::text as row from absence_sources`.execute(db)
  t.notMatch(rows[0]?.row, /secret-0123456789/, 'it is not in the table')
  const both = sql`insert into absence_sources
    (id, parent, kind, calendar_id, address, name, added_at, checked_at, outcome)
    values (gen_random_uuid(), 'a', 'address', 'c', 'a', 'Work', now(), now(), 'read')`
  await t.rejects(both.execute(db), { code: '23514' })
})

t.test('a failed read keeps the last good one; absences are replaced, and go', async t => {
  const db = await household(t)
  const id = await add(db, { kind: 'calendar', calendarId: 'work@example.com' })
  await saveSourceOutcome(db, id, { outcome: 'unreachable', now: later })
  const failed = { outcome: 'unreachable', readAt: now, checkedAt: later }
  t.match(plain(await readAbsenceSources(db)), plain([failed]))
  t.match(await readSourcesToRead(db, keys), [{ etag: '"1"', window: 'first' }])
  const version = { etag: null, window: 'second' }
  await saveSourceOutcome(db, id, { outcome: 'read', version, now: later })
  t.match(plain(await readSourcesToRead(db, keys)), plain([{ ...version, readAt: later }]))
  const nights = [
    { from: day('2026-11-24'), to: day('2026-11-26') },
    { from: day('2026-12-01'), to: day('2026-12-01') },
  ]
  const known = nights.map(range => ({ source: id, parent: 'a', ...range }))
  await transaction(db, trx => saveSourceAbsences(trx, id, nights))
  t.same(plain(await readSourceAbsences(db)), plain(known))
  await transaction(db, trx => saveSourceAbsences(trx, id, nights.slice(1)))
  t.same(plain(await readSourceAbsences(db)), plain(known.slice(1)))
  await transaction(db, trx => deleteAbsenceSource(trx, id))
  t.same(await readSourceAbsences(db), [])
  t.same(await readAbsenceSources(db), [])
})
