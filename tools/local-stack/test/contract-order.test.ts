import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@night-routine/testing/database'
import { startEmulator } from '@night-routine/google-emulator'
import { buildService as buildWorker } from '@night-routine/scheduler-worker'
import { createLogger, systemClock } from '@night-routine/service'
import { buildService as buildWeb } from '@night-routine/web'
import t, { type Test } from 'tap'

const publicUrl = 'http://localhost:8080'

/** The emulator, the worker and web on one database, and a person who has signed in and chosen nothing yet. */
async function arrive(t: Test, patienceMs: number) {
  const { url } = await testDatabase(t)
  const emulator = await startEmulator({ redirectUris: [`${publicUrl}/oauth/callback`] })
  t.teardown(() => emulator.close())
  const { origin, clientId, clientSecret, control } = emulator
  // Nothing listens at the channel's address.
  await control.notifications({ mode: 'drop' })
  const config = {
    CALENDAR: 'google' as const,
    SIGN_IN: 'google' as const,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    ...clientSettings(origin),
    ALLOW_OTHER_PROVIDER: false,
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info' as const,
    METRICS_HOST: '127.0.0.1',
    TRUSTED_PROXIES: [],
    PUBLIC_URL: publicUrl,
    WEBHOOK_URL: 'https://night.example.com/api/webhook/calendar',
    DATABASE_URL: url,
    // Nothing is woken: the sweep finds the work.
    REDIS_URL: 'redis://127.0.0.1:1',
    MQTT_DISCOVERY_PREFIX: 'homeassistant',
    SECRET_KEYS: [Buffer.alloc(32, 7).toString('base64')],
    ALLOWED_EMAILS: ['alex@example.com', 'robin@example.com'],
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
    LOOK_AHEAD_DAYS: 30,
    CHANNEL_NETWORKS: [],
    SWEEP_SECONDS: 1,
    LEASE_SECONDS: 30,
  }
  const given = {
    config,
    logger: createLogger({ name: 'test', level: 'silent' }),
    clock: systemClock,
    limits: { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } },
  }
  const worker = await buildWorker(given)
  t.teardown(() => worker.close())
  await worker.ready()
  const web = await buildWeb({ ...given, patience: { patienceMs } })
  t.teardown(() => web.close())
  while ((await web.inject('/readyz')).statusCode !== 200) await sleep(20)

  const cookies = new Map<string, string>()
  async function ask(path: string, form?: Record<string, string>, headers = {}) {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await web.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      headers: { cookie, ...(form && type), ...headers },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return answer
  }
  const asked = (await ask('/auth')).headers.location ?? ''
  const back = new URL(await control.consent(asked, { email: 'alex@example.com' }))
  await ask(`${back.pathname}${back.search}`)
  /** What the calendar has: its nights, and who hears of its changes. */
  const calendar = async () => ({
    nights: (await control.events('family')).filter(({ status }) => status !== 'cancelled'),
    channels: (await control.channels()).filter(({ calendarId }) => calendarId === 'family'),
  })
  return { ask, control, calendar }
}

t.test('a client that sends nothing special finds everything done', async t => {
  const { ask, control, calendar } = await arrive(t, 120_000)
  const selected = await ask('/calendars/select', { calendar_id: 'family' })
  const { nights, channels } = await calendar()
  t.same([selected.statusCode, selected.headers.location], [302, '/'])
  t.equal(channels.length, 1, 'the channel is open')
  t.ok(nights.length >= 30, `${nights.length} nights are written`)

  // A person moves tonight to the other parent. The answer to Sync comes when we have followed.
  const [tonight] = nights.toSorted((a, b) =>
    String(a.start.date).localeCompare(String(b.start.date)),
  )
  const other = tonight?.summary?.includes('Alex') ? 'Robin' : 'Alex'
  await control.editEvent('family', tonight?.id ?? '', { summary: `[${other}] 🌃👶Routine` })
  const synced = await ask('/sync', {})
  t.same([synced.statusCode, synced.headers.location], [302, '/'])
  const after = (await calendar()).nights.find(({ id }) => id === tonight?.id)
  t.match(after?.description, `${other} took this night.`, 'the event says what they chose')
  t.match((await ask('/')).body, /is up to date, checked/)
})

t.test('a slow calendar delays the answer for so long, and no longer', async t => {
  const patienceMs = 500
  const { ask, control, calendar } = await arrive(t, patienceMs)
  await control.delay({ path: '/events', method: 'POST', milliseconds: 600_000 })
  t.teardown(() => control.releaseDelayed())
  for (const [path, form] of [
    ['/calendars/select', { calendar_id: 'family' }],
    ['/sync', {}],
  ] as const) {
    const startedAt = performance.now()
    const { statusCode, headers } = await ask(path, form)
    t.same([statusCode, headers.location], [302, '/'], path)
    t.ok(performance.now() - startedAt >= patienceMs - 150, `${path} has waited`)
    t.match((await ask('/')).body, /class="status is-working"[^]*Updating “Family”/)
  }
  t.equal((await calendar()).nights.length, 0)
})

t.test('a page with script is answered at once, and shows the progress', async t => {
  const { ask, control, calendar } = await arrive(t, 600_000)
  await control.delay({ path: '/events', method: 'POST', milliseconds: 600_000 })
  t.teardown(() => control.releaseDelayed())
  const early = { prefer: 'respond-async' }
  const answers = [
    await ask('/calendars/select', { calendar_id: 'family', ...early }),
    await ask('/calendars/select', { calendar_id: 'family' }, early),
    await ask('/sync', {}, early),
  ]
  for (const { statusCode, headers } of answers)
    t.same([statusCode, headers['preference-applied']], [302, 'respond-async'])
  t.match((await ask('/')).body, /Updating “Family”, 0 of \d+[^]*<progress value="0"/)
  t.equal((await calendar()).nights.length, 0)
})
