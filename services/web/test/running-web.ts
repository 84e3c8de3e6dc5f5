import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '@night-routine/database/connection'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import { startEmulator, type Emulator } from '@night-routine/google-emulator'
import { createLogger, type Clock } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import type { Config } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import type { Patience } from '../src/plugins/wait-for-work.ts'

/** The whole service with a private database and provider. No worker runs: what it asks for stays in the database. */
export interface RunningWeb {
  service: FastifyInstance
  db: Database
  emulator: Emulator
  config: Config
  log: string[]
  /** Runs on from one evening, and can be moved; the database and the provider have the real time. */
  clock: Clock & { advance(duration: Temporal.DurationLike): void }
}

const publicUrl = 'http://localhost:8080'
const limits = { handlerTimeoutMs: 0, pressure: { maxEventLoopDelayMs: 0, sampleMs: 3_000 } }

/** No worker runs here, so no answer waits for one. */
const noPatience: Patience = { timeoutMs: 0 }

/** Starts the service and waits until the household is ready. */
export async function runWeb(
  t: Pick<Test, 'teardown'>,
  more: Partial<Config> = {},
  patience = noPatience,
): Promise<RunningWeb> {
  const { db, url } = await testDatabase(t)
  const origin = more.PUBLIC_URL ?? publicUrl
  const emulator = await startEmulator({ redirectUris: [`${origin}/oauth/callback`] })
  t.teardown(() => emulator.close())
  return buildWeb(t, emulator, { ...configFor(url, emulator), ...more }, { db, patience })
}

/** A service on an existing database and provider. */
export async function buildWeb(
  t: Pick<Test, 'teardown'>,
  emulator: Emulator,
  config: Config,
  { db = ownPool(t, config), patience = noPatience }: { db?: Database; patience?: Patience } = {},
): Promise<RunningWeb> {
  const log: string[] = []
  const clock = movableClock()
  const destination = { write: (line: string) => void log.push(line) }
  const logger = createLogger({ name: 'web', level: 'debug', destination })
  const service = await buildService({ config, logger, clock, limits, patience })
  t.teardown(() => service.close())
  await untilReady(service)
  return { service, db, emulator, config, log, clock }
}

function ownPool(t: Pick<Test, 'teardown'>, { DATABASE_URL: url }: Config) {
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return db
}

function configFor(databaseUrl: string, { origin, clientId, clientSecret }: Emulator): Config {
  const google = {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    ...clientSettings(origin),
    ALLOW_OTHER_PROVIDER: false,
  }
  return {
    ...google,
    CALENDAR: 'google',
    SIGN_IN: 'google',
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    METRICS_HOST: '127.0.0.1',
    TRUSTED_PROXIES: [],
    PUBLIC_URL: publicUrl,
    DATABASE_URL: addressAs('web', databaseUrl),
    SECRET_KEYS: [Buffer.alloc(32, 7).toString('base64')],
    ALLOWED_EMAILS: ['Alex@Example.com', 'robin@example.com'],
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
    LOOK_AHEAD_DAYS: 30,
    CHANNEL_NETWORKS: [],
  }
}

const start = Temporal.Instant.from('2026-11-20T18:00:00Z').since(Temporal.Now.instant())

/** The tests of this process begin on the same evening, whatever the day is, so that no plan depends on it. */
const evening = () => Temporal.Now.instant().add(start)

function movableClock() {
  let ahead = Temporal.Duration.from({ seconds: 0 })
  return {
    now: () => evening().add(ahead),
    advance: (duration: Temporal.DurationLike) => {
      ahead = ahead.add(duration)
    },
  }
}

async function untilReady(service: FastifyInstance) {
  while ((await service.inject('/readyz')).statusCode !== 200) await sleep(10)
}
