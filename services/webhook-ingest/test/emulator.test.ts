import { confirmChannel, stopChannel } from '@night-routine/database/calendar'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { headersOf } from './channels.ts'
import { pullsAskedFor, storedChannel } from './ingest.ts'
import { watchedCalendar } from './watched-calendar.ts'

t.test('handles what the provider sends', async t => {
  const { db, gate, ingest, control, watch, change } = await watchedCalendar(t)
  let seen = 0
  let asked = 0

  /** The answers since the last look, and the number of pulls requested. */
  const outcome = async (count: number) => {
    const latest = async () => (await control.deliveries()).slice(seen)
    await waitFor(`${count} deliveries`, async () => {
      const deliveries = await latest()
      return (
        deliveries.length >= count &&
        deliveries.every(({ outcome: end }) => !['pending', 'retrying', 'held'].includes(end))
      )
    })
    const deliveries = await latest()
    const pulls = (await pullsAskedFor(db)) - asked
    seen += deliveries.length
    asked += pulls
    return { answers: deliveries.map(({ status }) => status), pulls }
  }

  const { channelId, token, resourceId, expiration } = await watch()
  t.same(await outcome(1), { answers: [200], pulls: 0 }, 'sync, before the answer to watch')
  t.match(await storedChannel(db, channelId), { state: 'pending', resourceId })

  await change()
  t.same(await outcome(1), { answers: [200], pulls: 1 }, 'a change before it is confirmed')
  await confirmChannel(db, channelId, { resourceId, expiration })
  await change()
  t.same(await outcome(1), { answers: [200], pulls: 1 }, 'a change')

  await control.notifications({ mode: 'duplicate' })
  await change()
  t.same(await outcome(2), { answers: [200, 200], pulls: 2 }, 'a change, sent twice')

  await control.notifications({ mode: 'hold' })
  for (let count = 0; count < 5; count++) await change()
  await control.notifications({ mode: 'release-reversed' })
  t.same(await outcome(5), { answers: [200, 200, 200, 200, 200], pulls: 5 }, 'in reversed order')

  await control.notifications({ mode: 'drop' })
  await change()
  t.same(await outcome(1), { answers: [null], pulls: 0 }, 'lost: a poll finds it')

  await control.notifications({ mode: 'deliver', retryBaseMilliseconds: 100 })
  await gate.shut()
  await change()
  await waitFor('an answer', async () => (await control.deliveries()).at(-1)?.status === 503)
  await gate.open()
  t.same(await outcome(1), { answers: [200], pulls: 1 }, 'PostgreSQL away: sent again')

  const replay = headersOf(
    { channelId, resourceId },
    { 'X-Goog-Channel-Token': token, 'X-Goog-Message-Number': '2' },
  )
  t.equal((await ingest.send(replay)).status, 200, 'replayed: no harm')
  t.same(await outcome(0), { answers: [], pulls: 1 })
  const forged = { ...replay, 'X-Goog-Channel-Token': crypto.randomUUID() }
  t.equal((await ingest.send(forged)).status, 403, 'forged')
  t.same(await outcome(0), { answers: [], pulls: 0 })

  await stopChannel(db, channelId)
  await change()
  t.same(await outcome(1), { answers: [403], pulls: 0 }, 'after we stopped the channel')
})

t.test('the first message may arrive after the response to watch', async t => {
  const { db, control, watch } = await watchedCalendar(t)
  await control.notifications({ syncMessage: 'after' })
  const { channelId, resourceId, expiration } = await watch()
  await confirmChannel(db, channelId, { resourceId, expiration })
  await waitFor('sync', async () => (await control.deliveries())[0]?.status === 200)
  t.match(await storedChannel(db, channelId), { state: 'live', resourceId })
  t.equal(await pullsAskedFor(db), 0)
})
