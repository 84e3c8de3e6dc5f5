import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, startIngest } from './ingest.ts'
import { rawRequest } from './raw-request.ts'

t.test('a stop under load loses no accepted notification', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const { port, service } = await startIngest(t, { DATABASE_URL: url })
  const headers = Object.entries(headersOf(live))
  const answers = new Map<number, number>()
  const stopped = new AbortController()

  const keepSending = async () => {
    while (!stopped.signal.aborted) {
      const { status } = await rawRequest(port, { headers })
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // A refused connection is refused at once.
      if (Number.isNaN(status)) await sleep(10)
    }
  }
  const load = Promise.all(Array.from({ length: 20 }, keepSending))
  while ((answers.get(200) ?? 0) <= 50) await sleep(10)
  await service.close()
  stopped.abort()
  await load

  const taken = answers.get(200) ?? 0
  for (const status of [200, 503, NaN]) answers.delete(status)
  t.same([...answers], [], 'all others got 503 or no connection')
  t.ok((await pullsAskedFor(db)) >= taken, 'the job request counts each of them')
})
