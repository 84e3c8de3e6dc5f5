import {
  deleteDisconnectRequest,
  forgetCalendar,
  forgetSyncs,
  forgetToken,
  noteCleared,
  readCalendar,
  readDisconnectRequest,
  readSync,
  readToken,
  saveCalendar,
  saveDisconnectRequest,
  saveSync,
  saveToken,
} from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const later = now.add({ minutes: 5 })

t.test('one calendar is selected, the last one saved, and all of it can be forgotten', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readCalendar(db), undefined)
  const calendar = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, calendar))
  t.same(await readCalendar(db), calendar)
  const other = { calendarId: 'other', calendarName: 'Other' }
  await transaction(db, trx => saveCalendar(trx, other))
  t.same(await readCalendar(db), other)
  const { rows } =
    await sql`select id, updated_at > created_at as moved from calendar_settings`.execute(db)
  t.same(rows, [{ id: 1, moved: true }])

  const keys = parseSecretKeys(['ab'.repeat(32)])
  await transaction(db, async trx => {
    await saveSync(trx, 'family', { syncToken: 'token' })
    await saveToken(trx, keys, {
      accessToken: 'access',
      refreshToken: 'refresh',
      tokenType: 'Bearer',
      expiry: later,
      scope: ['calendar'],
      accountEmail: 'alex@example.com',
      accountSubject: '1',
    })
  })
  await transaction(db, async trx => {
    await forgetCalendar(trx)
    await forgetSyncs(trx)
    await forgetToken(trx)
  })
  t.equal(await readCalendar(db), undefined)
  t.equal(await readSync(db, 'family'), undefined)
  t.equal(await readToken(db, keys), undefined)
})

t.test('sync state that is saved is known; a request is pending until it is done', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readSync(db, 'family'), undefined)
  await saveSync(db, 'family', { lastPullAt: now })
  t.same(plain(await readSync(db, 'family')), {
    syncToken: null,
    shapeVersion: 0,
    lastPullAt: now.toString(),
    lastFullAt: null,
  })
  const read = { syncToken: 'next', shapeVersion: 2, lastFullAt: now }
  await saveSync(db, 'family', read)
  t.same(plain(await readSync(db, 'family')), plain({ ...read, lastPullAt: now }))
  await saveSync(db, 'family', { syncToken: null })
  t.match(await readSync(db, 'family'), { syncToken: null, shapeVersion: 2 })
  t.equal(await readSync(db, 'other'), undefined)
  t.equal(await readDisconnectRequest(db), undefined)
  await transaction(db, async trx => {
    await saveDisconnectRequest(trx, { requestedAt: now, calendarName: 'Family' })
    await saveDisconnectRequest(trx, { requestedAt: later, calendarName: null })
  })
  const request = { requestedAt: now, calendarName: 'Family', cleared: null }
  t.same(plain(await readDisconnectRequest(db)), plain(request))

  const cleared = { at: later, eventsLeft: 3 }
  await transaction(db, trx => noteCleared(trx, cleared))
  t.same(plain(await readDisconnectRequest(db)), plain({ ...request, cleared }))

  t.equal(await transaction(db, deleteDisconnectRequest), true)
  t.equal(await readDisconnectRequest(db), undefined)
  t.equal(await transaction(db, deleteDisconnectRequest), false, 'once')
})
