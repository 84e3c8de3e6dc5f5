import type { Role, RoleAddresses } from '@night-routine/database'
import type { OwnCalendar } from './own-calendar.ts'

/** The facts about a stack from which its services' settings follow. */
export interface StackFacts {
  publicUrl: string
  emulatorUrl: string
  emulatorPort: number
  port: number
  dataFolder: string
  /** The database, for each role. */
  databaseUrls: RoleAddresses
  redisUrl: string | undefined
  secretKeys: string
  logLevel: string
  webPort: number
  webhookPort: number
  vaultPort: number
  /** The password of the demo account at the local publish host, which only programs use. */
  vaultPassword: string
  /** With --caldav: the calendar server in place of the emulator. */
  ownCalendar?: OwnCalendar | undefined
}

const clientId = 'night-routine-local'
const clientSecret = 'local-secret'
const vaultEmail = 'demo@example.com'

/** The environment of each service, by name. `inherited` has what any program needs (PATH, HOME, …). */
export function environments(facts: StackFacts, inherited: Record<string, string | undefined>) {
  const base = {
    ...inherited,
    HOST: '127.0.0.1',
    LOG_LEVEL: facts.logLevel,
    NODE_ENV: 'development',
    // The services would all try to listen on one port.
    METRICS_PORT: undefined,
  }
  const servers = (role: Role) => ({
    DATABASE_URL: facts.databaseUrls[role],
    REDIS_URL: facts.redisUrl,
  })
  const household = {
    ...base,
    PUBLIC_URL: facts.publicUrl,
    SECRET_KEYS: facts.secretKeys,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_ROOT_URL: facts.emulatorUrl,
    GOOGLE_OAUTH_AUTH_URL: `${facts.emulatorUrl}/o/oauth2/v2/auth`,
    GOOGLE_OAUTH_TOKEN_URL: `${facts.emulatorUrl}/token`,
    GOOGLE_OAUTH_REVOKE_URL: `${facts.emulatorUrl}/revoke`,
    GOOGLE_OAUTH_JWKS_URL: `${facts.emulatorUrl}/certs`,
    GOOGLE_OAUTH_ISSUER: facts.emulatorUrl,
    ...(facts.ownCalendar && {
      CALENDAR: 'caldav',
      CALDAV_URL: facts.ownCalendar.caldavUrl,
      CALDAV_USERNAME: facts.ownCalendar.username,
      CALDAV_PASSWORD: facts.ownCalendar.password,
      SIGN_IN: 'accounts',
    }),
    PARENT_A: inherited['PARENT_A'] ?? 'Alex',
    PARENT_B: inherited['PARENT_B'] ?? 'Robin',
    TIME_ZONE: inherited['TIME_ZONE'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return {
    'google-emulator': {
      ...base,
      PORT: String(facts.emulatorPort),
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      REDIRECT_URIS: `${facts.publicUrl}/oauth/callback`,
      STATE_FILE: `${facts.dataFolder}/google-emulator.json`,
    },
    web: {
      ...household,
      ...servers('web'),
      PORT: String(facts.webPort),
      // With its own accounts, the first person has a set-up code, and the others are invited.
      ALLOWED_EMAILS: facts.ownCalendar ? undefined : 'alex@example.com,robin@example.com',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    'scheduler-worker': {
      ...household,
      ...servers('scheduler-worker'),
      PORT: '0',
      // The emulator takes a plain address of this machine; Google would ask for https.
      WEBHOOK_URL: `${facts.publicUrl}/api/webhook/calendar`,
    },
    'webhook-ingest': {
      ...base,
      ...servers('webhook-ingest'),
      PORT: String(facts.webhookPort),
      TRUSTED_PROXIES: '127.0.0.1',
    },
    vault: {
      ...base,
      DATABASE_URL: facts.databaseUrls.vault,
      SECRET_KEYS: facts.secretKeys,
      PORT: String(facts.vaultPort),
      PUBLIC_URL: facts.publicUrl,
      TRUSTED_PROXIES: '127.0.0.1',
      VAULT_FOLDER: `${facts.dataFolder}/vault`,
      // The publisher goes there directly; people read at the gateway.
      VAULT_SITE_HOST: `127.0.0.1:${facts.vaultPort}`,
      VAULT_FIRST_EMAIL: vaultEmail,
      VAULT_FIRST_PASSWORD: facts.vaultPassword,
    },
    publisher: {
      ...base,
      ...servers('publisher'),
      PORT: '0',
      SECRET_KEYS: facts.secretKeys,
      PARENT_A: household.PARENT_A,
      PARENT_B: household.PARENT_B,
      TIME_ZONE: household.TIME_ZONE,
      VAULT_API_URL: `http://127.0.0.1:${facts.vaultPort}`,
      VAULT_READ_URL: `${facts.publicUrl}/s/`,
      VAULT_EMAIL: vaultEmail,
      VAULT_PASSWORD: facts.vaultPassword,
    },
    // The service that answers a request logs it.
    gateway: {
      ...base,
      LOG_LEVEL: 'warn',
      PORT: String(facts.port),
      PUBLIC_URL: facts.publicUrl,
      WEB_URL: `http://127.0.0.1:${facts.webPort}`,
      WEBHOOK_INGEST_URL: `http://127.0.0.1:${facts.webhookPort}`,
      VAULT_URL: `http://127.0.0.1:${facts.vaultPort}`,
    },
  }
}
