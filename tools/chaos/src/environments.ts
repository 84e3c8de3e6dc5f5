import { clientSettings } from '@night-routine/google-emulator/client-settings'
import type { Role, RoleAddresses } from '@night-routine/database/connection'
import type { HomeFacts } from '@night-routine/home/composition'

/** Decrypts the stored grant. */
export const secretKey = 'cd'.repeat(32)

const clientId = 'night-routine-chaos'
/** Long enough that a search of the logs finds only the secret itself. */
export const clientSecret = 'a-client-secret-for-chaos'

const here = (port: number) => `http://127.0.0.1:${port}`

/** The environment of each process. Machine and household are in different time zones. */
export function environments({
  inherited,
  databaseUrls,
  redisUrl,
  ports,
  calendar = {},
  folder,
}: {
  inherited: NodeJS.ProcessEnv
  databaseUrls: RoleAddresses
  redisUrl: string | undefined
  ports: { emulator: number; webs: readonly [number, number]; ingest: number; vault: number }
  /** Settings that replace the emulator's calendar. */
  calendar?: Record<string, string> | undefined
  /** Where a home keeps published files. */
  folder: string
}) {
  const emulatorUrl = here(ports.emulator)
  const publicUrl = here(ports.webs[0])
  const base = {
    PATH: inherited['PATH'],
    HOME: inherited['HOME'],
    NODE_COMPILE_CACHE: inherited['NODE_COMPILE_CACHE'],
    TZ: 'Asia/Tokyo',
    HOST: '127.0.0.1',
    LOG_LEVEL: inherited['LOG_LEVEL'] ?? 'info',
    NODE_ENV: 'development',
  }
  const servers = (role: Role) => ({
    DATABASE_URL: databaseUrls[role],
    ...(redisUrl && { REDIS_URL: redisUrl }),
  })
  const household = {
    ...base,
    PUBLIC_URL: publicUrl,
    SECRET_KEYS: secretKey,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    ...clientSettings(emulatorUrl),
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/Paris',
    LOOK_AHEAD_DAYS: '14',
    ...calendar,
  }
  const people = { ALLOWED_EMAILS: 'alex@example.com,robin@example.com' }
  const web = { ...household, ...servers('web'), ...people }
  // Lost wake-ups and leases are found within seconds, so that a run does not take hours.
  const times = { SWEEP_SECONDS: '1', LEASE_SECONDS: '3' }
  const home: HomeFacts = {
    settings: {
      ...household,
      ...people,
      ...times,
      WEBHOOK_URL: `${publicUrl}/api/webhook/calendar`,
    },
    databaseUrls,
    secretKeys: secretKey,
    vaultPassword: 'a-password-of-the-publisher',
    vaultFolder: folder,
    vaultPort: ports.vault,
  }
  return {
    emulator: {
      ...base,
      LOG_LEVEL: 'warn',
      PORT: String(ports.emulator),
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      RETRY_BASE_MILLISECONDS: '200',
    },
    webs: [
      { ...web, PORT: String(ports.webs[0]) },
      { ...web, PORT: String(ports.webs[1]) },
    ] as const,
    worker: {
      ...household,
      ...servers('scheduler-worker'),
      PORT: '0',
      WEBHOOK_URL: `${here(ports.ingest)}/api/webhook/calendar`,
      ...times,
    },
    home: { ...base, PORT: String(ports.webs[0]), HOME_FACTS: JSON.stringify(home) },
    ingest: { ...base, ...servers('webhook-ingest'), PORT: String(ports.ingest) },
  }
}
