import {
  announceChannel,
  confirmChannel,
  readCalendarStatus,
  readPulse,
  retireChannel,
  saveCalendar,
  saveDisconnectRequest,
  transaction,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T19:00:00Z')

t.test('a new household has no calendar, and nothing is live', async t => {
  const { db } = await testDatabase(t)
  const { revision, ...status } = await readCalendarStatus(db, now)
  t.same(status, { calendarName: null, disconnecting: false, live: false, hasNotices: false })
  t.equal(revision, (await readPulse(db, [])).revision)
})

t.test('only a confirmed channel of the selected calendar is live, until it expires', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
  const isLive = async (at = now) => (await readCalendarStatus(db, at)).live
  const open = async (channelId: string, calendarId: string) => {
    await announceChannel(db, { channelId, calendarId, tokenHash: channelId, address: 'x' })
    const expiration = now.add({ hours: 1 })
    return () => confirmChannel(db, channelId, { resourceId: 'r', expiration })
  }
  await (
    await open('elsewhere', 'another')
  )()
  const confirm = await open('one', 'family')
  t.equal(await isLive(), false, 'announced')
  await confirm()
  t.equal(await isLive(), true)
  t.equal(await isLive(now.add({ hours: 1 })), false, 'expired')
  await retireChannel(db, 'one', now)
  t.equal(await isLive(), false, 'retired')
})

t.test('it says which calendar, and that it is being disconnected', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, async trx => {
    await saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })
    await saveDisconnectRequest(trx, { requestedAt: now, calendarName: 'Family' })
  })
  t.match(await readCalendarStatus(db, now), { calendarName: 'Family', disconnecting: true })
})
