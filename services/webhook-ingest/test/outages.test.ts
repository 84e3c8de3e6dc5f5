import { testDatabase } from '@night-routine/testing/database'
import { createGate, waitFor } from '@night-routine/servers'
import t from 'tap'
import { channel, headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, redisDown, startIngest } from './ingest.ts'

async function readiness(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  const { checks } = (await answer.json()) as { checks: Record<string, string> }
  return { status: answer.status, ...checks }
}

t.test('answers 503 while PostgreSQL is down or hangs, and recovers', async t => {
  const { db, url } = await testDatabase(t)
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  const live = await liveChannel(db)
  const { port, send } = await startIngest(t, { DATABASE_URL: gate.url })
  t.equal((await send(headersOf(live))).status, 200)
  t.match(await readiness(port), { status: 200, database: 'ok' })

  await gate.shut()
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => send(headersOf(live))),
    send(headersOf(channel())),
  ])
  for (const { status, headers, body } of answers) {
    t.match([status, headers], [503, { 'retry-after': '5' }])
    t.notMatch(body, /postgres|ECONN|127\.0/i)
  }
  t.match(await readiness(port), { status: 503, database: 'away' })

  await gate.open()
  t.equal((await send(headersOf(live))).status, 200, 'the provider tries again')
  t.equal(await pullsAskedFor(db), 2, 'and what was not kept was not answered 200')
  await waitFor('ready again', async () => (await readiness(port)).status === 200)

  gate.freeze()
  t.equal((await send(headersOf(live))).status, 503, 'it hangs')
  await gate.shut()
  await gate.open()
  t.equal((await send(headersOf(live))).status, 200)
})

t.test('starts without PostgreSQL, alive and not ready', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const gate = await createGate(url)
  t.teardown(() => gate.shut())
  await gate.shut()
  const { port, send, lines } = await startIngest(t, { DATABASE_URL: gate.url })
  t.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
  t.match(await readiness(port), { status: 503, database: 'away' })
  const said = await waitFor('the line', async () =>
    lines.find(line => line.includes('waiting for the database')),
  )
  t.match(said, /"err":\{[^}]*"message":"[^"]+"/, 'with the reason')
  t.equal((await send(headersOf(live))).status, 503)
  await gate.open()
  t.equal((await send(headersOf(live))).status, 200)
})

t.test('without Redis the job request is enough', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const { port, send, lines } = await startIngest(t, { DATABASE_URL: url, ...redisDown })
  t.equal((await send(headersOf(live))).status, 200)
  t.equal(await pullsAskedFor(db), 1)
  const firstEnd = lines.find(line => /calendar change received|wake-up lost/.test(line))
  await waitFor('the lost wake-up', () => lines.some(line => line.includes('wake-up lost')))
  t.match(firstEnd, 'calendar change received', 'no request waits for Redis')
  t.match(await readiness(port), { status: 200, database: 'ok', queue: 'away' })
})
