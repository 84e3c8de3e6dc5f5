import {
  endDisconnection,
  forgetCalendar,
  forgetSyncs,
  forgetToken,
  noteCleared,
  parseSecretKeys,
  readCalendar,
  readDisconnection,
  readSync,
  readToken,
  saveCalendar,
  saveDisconnection,
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
  t.equal(await readDisconnection(db), undefined)
  await transaction(db, async trx => {
    await saveDisconnection(trx, { askedAt: at, calendarName: 'Family' })
    await saveDisconnection(trx, { askedAt: later, calendarName: null })
  })
  const request = { askedAt: at, calendarName: 'Family', cleared: null }
  t.same(plain(await readDisconnection(db)), plain(request))

  const cleared = { at: later, eventsLeft: 3 }
  await transaction(db, trx => noteCleared(trx, cleared))
  t.same(plain(await readDisconnection(db)), plain({ ...request, cleared }))

  t.equal(await transaction(db, endDisconnection), true)
  t.equal(await readDisconnection(db), undefined)
  t.equal(await transaction(db, endDisconnection), false, 'once')
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
