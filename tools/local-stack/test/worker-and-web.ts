import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@night-routine/testing/database'
import { startEmulator } from '@night-routine/google-emulator'
import { buildService as buildWorker } from '@night-routine/scheduler-worker'
import { freePort } from '@night-routine/servers'
import { Browser } from '@night-routine/servers/browser'
import { createLogger, systemClock } from '@night-routine/service'
import { buildService as buildWeb } from '@night-routine/web'
import type { Test } from 'tap'

/** The emulator, the worker and web on one database, which listens at its public address. */
export async function workerAndWeb(
  t: Test,
  { timeoutMs, networks = [] }: { timeoutMs: number; networks?: string[] },
) {
  const { db, url } = await testDatabase(t)
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
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
    SECRET_KEYS: [Buffer.alloc(32, 7).toString('base64')],
    ALLOWED_EMAILS: ['alex@example.com', 'robin@example.com'],
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
    LOOK_AHEAD_DAYS: 30,
    CHANNEL_NETWORKS: networks,
    MQTT_DISCOVERY_PREFIX: 'homeassistant',
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
  const web = await buildWeb({ ...given, patience: { timeoutMs } })
  t.teardown(() => web.close())
  while ((await web.inject('/readyz')).statusCode !== 200) await sleep(20)
  await web.listen({ host: '127.0.0.1', port })

  /** A browser in which this person has signed in. */
  async function signIn(email: string): Promise<Browser> {
    const browser = new Browser({ url: publicUrl, control })
    await browser.signIn(email)
    return browser
  }
  /** What the calendar has: its nights, and who hears of its changes. */
  const calendar = async () => ({
    nights: (await control.events('family')).filter(({ status }) => status !== 'cancelled'),
    channels: (await control.channels()).filter(({ calendarId }) => calendarId === 'family'),
  })
  return { db, control, signIn, calendar }
}
