import { testDatabase } from '@night-routine/testing/database'
import { createGate } from '@night-routine/servers'
import t from 'tap'
import { pullsAskedFor, redisDown, startIngest } from './ingest.ts'
import type { Place } from './notification-senders.ts'
import { notificationTable } from './notification-table.ts'
import { rawRequest } from './raw-request.ts'

t.test('answers and acts as the table says', async t => {
  const { db, url } = await testDatabase(t)
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  const { port } = await startIngest(t, { DATABASE_URL: gate.url })
  const { port: withoutRedis } = await startIngest(t, { DATABASE_URL: url, ...redisDown })
  const place: Place = {
    db,
    send: request => rawRequest(port, request),
    sendWithoutRedis: request => rawRequest(withoutRedis, request),
    withoutPostgres: async work => {
      await gate.shut()
      try {
        return await work()
      } finally {
        await gate.open()
      }
    },
  }
  for (const { sent, answer, pulls, run } of notificationTable) {
    const before = await pullsAskedFor(db)
    const answers = await run(place)
    t.equal(answers.map(({ status }) => status).join(', '), answer, sent)
    t.equal((await pullsAskedFor(db)) - before, pulls, `${sent}: the job request`)
  }
})
