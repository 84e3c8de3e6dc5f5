import {
  deleteDisconnectRequest,
  forgetCalendar,
  forgetSyncs,
  forgetToken,
  noteCleared,
  parseSecretKeys,
  readCalendar,
  readDisconnectRequest,
  readSync,
  readToken,
  saveCalendar,
  saveDisconnectRequest,
  saveSync,
  saveToken,
  transaction,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import t from 'tap'
import { plain } from './plain.ts'

const at = Temporal.Instant.from('2026-11-20T18:00:00Z')
const later = at.add({ minutes: 5 })

t.test('a request is pending until it is carried out, and the first one counts', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readDisconnectRequest(db), undefined)
  await transaction(db, async trx => {
    await saveDisconnectRequest(trx, { requestedAt: at, calendarName: 'Family' })
    await saveDisconnectRequest(trx, { requestedAt: later, calendarName: null })
  })
  const request = { requestedAt: at, calendarName: 'Family', cleared: null }
  t.same(plain(await readDisconnectRequest(db)), plain(request))

  const cleared = { at: later, eventsLeft: 3 }
  await transaction(db, trx => noteCleared(trx, cleared))
  t.same(plain(await readDisconnectRequest(db)), plain({ ...request, cleared }))

  t.equal(await transaction(db, deleteDisconnectRequest), true)
  t.equal(await readDisconnectRequest(db), undefined)
  t.equal(await transaction(db, deleteDisconnectRequest), false, 'once')
})

t.test('grant, selection and sync state can be forgotten', async t => {
  const { db } = await testDatabase(t)
  const keys = parseSecretKeys(['ab'.repeat(32)])
  await transaction(db, async trx => {
    await saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })
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
