import { readSync, saveSync } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import t from 'tap'
import { plain } from './plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

t.test('a calendar that was never read has no sync state', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readSync(db, 'family'), undefined)
})

t.test('what is saved is known, what is left out stays as it was', async t => {
  const { db } = await testDatabase(t)
  await saveSync(db, 'family', { lastNotifiedAt: now })
  t.same(plain(await readSync(db, 'family')), {
    syncToken: null,
    shapeVersion: 0,
    lastPullAt: null,
    lastFullAt: null,
    lastNotifiedAt: now.toString(),
  })
  const read = { syncToken: 'next', shapeVersion: 2, lastPullAt: now, lastFullAt: now }
  await saveSync(db, 'family', read)
  t.same(plain(await readSync(db, 'family')), plain({ ...read, lastNotifiedAt: now }))
  await saveSync(db, 'family', { syncToken: null })
  t.match(await readSync(db, 'family'), { syncToken: null, shapeVersion: 2 })
  t.equal(await readSync(db, 'other'), undefined)
})
