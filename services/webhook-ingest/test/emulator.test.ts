import { hash, randomUUID } from 'node:crypto'
import { announceChannel, confirmChannel, stopChannel } from '@night-routine/database/calendar'
import { createGate, waitFor } from '@night-routine/servers'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { emulatorFor } from '@night-routine/google-emulator/testing'
import { calendarOf } from '../../../packages/calendar/test/emulator.ts'
import { pullsAskedFor, startIngest, storedChannel } from './ingest.ts'

t.test('handles what the provider sends', async t => {
  const { db, url } = await testDatabase(t)
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  const ingest = await startIngest(t, { DATABASE_URL: gate.url })
  const emulator = await emulatorFor(t)
  const { control } = emulator
  const calendar = await calendarOf(emulator, 'alex@example.com')
  await control.notifications({ retryBaseMilliseconds: 100 })
  let [seen, asked] = [0, 0]

  /** Announces and opens a channel, as the worker does, but does not confirm it. */
  const watch = async () => {
    const [channelId, token] = [randomUUID(), randomUUID()]
    const address = `http://127.0.0.1:${ingest.port}/api/webhook/calendar`
    const tokenHash = hash('sha256', token)
    await announceChannel(db, { channelId, calendarId: 'family', tokenHash, address })
    const answer = await calendar.notifications.watch('family', { channelId, token, address })
    return { channelId, ...answer }
  }
  const change = () =>
    control.createEvent('family', { start: { date: '2026-11-20' }, end: { date: '2026-11-21' } })
  /** The answers since the last look, and the number of pulls requested. */
  const outcome = async (count: number) => {
    const latest = async () => (await control.deliveries()).slice(seen)
    await waitFor(`${count} deliveries`, async () => {
      const deliveries = await latest()
      const isOver = deliveries.every(({ outcome: end }) => !['pending', 'retrying'].includes(end))
      return deliveries.length >= count && isOver
    })
    const deliveries = await latest()
    const pulls = (await pullsAskedFor(db)) - asked
    seen += deliveries.length
    asked += pulls
    return { answers: deliveries.map(({ status }) => status), pulls }
  }

  const { channelId, resourceId, expiration } = await watch()
  t.same(await outcome(1), { answers: [200], pulls: 0 }, 'sync, before the answer to watch')
  t.match(await storedChannel(db, channelId), { state: 'pending', resourceId })
  await change()
  t.same(await outcome(1), { answers: [200], pulls: 1 }, 'a change before it is confirmed')
  await confirmChannel(db, channelId, { resourceId, expiration })
  await control.notifications({ mode: 'duplicate' })
  await change()
  t.same(await outcome(2), { answers: [200, 200], pulls: 2 }, 'a change, sent twice')

  await control.notifications({ mode: 'deliver', retryBaseMilliseconds: 100 })
  await gate.shut()
  await change()
  await waitFor('an answer', async () => (await control.deliveries()).at(-1)?.status === 503)
  await gate.open()
  t.same(await outcome(1), { answers: [200], pulls: 1 }, 'PostgreSQL away: sent again')

  await stopChannel(db, channelId)
  await control.notifications({ syncMessage: 'after' })
  const later = await watch()
  await confirmChannel(db, later.channelId, later)
  t.same(await outcome(1), { answers: [200], pulls: 0 }, 'sync, after the answer to watch')
  await change()
  const { answers, pulls } = await outcome(2)
  t.same(
    [answers.toSorted((one, other) => Number(one) - Number(other)), pulls],
    [[200, 403], 1],
    'and the channel that we stopped',
  )
})
