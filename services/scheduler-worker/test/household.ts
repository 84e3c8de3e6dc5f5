import { createSignIn } from '@night-routine/calendar'
import { saveCalendar, saveSync, saveToken } from '@night-routine/database/calendar'
import { parseSecretKeys, transaction, type Database } from '@night-routine/database/connection'
import { readJobRequests, type JobKind } from '@night-routine/database/jobs'
import { saveNights, seedHousehold, type FirstValues } from '@night-routine/database/nights'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import type { EmulatorEvent } from '@night-routine/google-emulator'
import { emulatorFor } from '@night-routine/google-emulator/testing'
import { waitFor } from '@night-routine/servers'
import { explanation } from '@night-routine/testing/household'

export interface Test {
  teardown(fn: () => Promise<void>): unknown
}

export type Household = Awaited<ReturnType<typeof connectedHousehold>>

const secretKey = 'ab'.repeat(32)

/** When the calendar was last read. */
const evening = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A household whose calendar "family" is selected and was read; no account is connected. */
export async function selectedHousehold(t: Test, first: Partial<FirstValues> = {}) {
  const { db, url } = await testDatabase(t)
  await seedHousehold(db, {
    parentA: 'Alex',
    parentB: 'Robin',
    timeZone: 'Europe/Paris',
    lookAheadDays: 30,
    ...first,
  })
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
  await saveSync(db, 'family', { lastPullAt: evening, lastFullAt: evening })
  return { db, url }
}

/**
 * The same with a connected account, and the environment of its worker.
 * Notifications cannot reach it, so no channel is opened.
 */
export async function connectedHousehold(t: Test, first: Partial<FirstValues> = {}) {
  const { db, url } = await selectedHousehold(t, first)
  const emulator = await emulatorFor(t)
  const { origin, clientId, clientSecret, control } = emulator
  const signIn = createSignIn({
    clientId,
    clientSecret,
    redirectUri: 'http://localhost:8080/oauth/callback',
    authUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    jwksUrl: `${origin}/certs`,
    issuer: origin,
  })
  /** As web does after Alex's consent. */
  const connect = async () => {
    const { url: consentUrl, ...attempt } = signIn.begin({ consent: true })
    const callbackUrl = await control.consent(consentUrl, { email: 'alex@example.com' })
    const { grant, email, subject } = await signIn.finish({ ...attempt, callbackUrl })
    const token = {
      ...grant,
      expiry: Temporal.Now.instant().add({ seconds: grant.expiresInSeconds }),
      accountEmail: email,
      accountSubject: subject,
    }
    await transaction(db, trx => saveToken(trx, parseSecretKeys([secretKey]), token))
  }
  await connect()
  await control.clearRequests()
  const environment = {
    DATABASE_URL: addressAs('scheduler-worker', url),
    SECRET_KEYS: secretKey,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_ROOT_URL: origin,
    GOOGLE_OAUTH_TOKEN_URL: `${origin}/token`,
    GOOGLE_OAUTH_ISSUER: origin,
    WEBHOOK_URL: 'http://nights.example.org/api/webhook/calendar',
    LOG_LEVEL: 'silent',
    SWEEP_SECONDS: '1',
    LEASE_SECONDS: '2',
  }
  return { db, url, control, environment, connect }
}

/** Stores nights with alternating parents, as planning would. */
export async function recordNights(db: Database, from: Temporal.PlainDate, count: number) {
  const nights = Array.from({ length: count }, (_, index) => ({
    night: from.add({ days: index }),
    caregiver: index % 2 === 0 ? ('a' as const) : ('b' as const),
    reason: 'Alternating' as const,
    explanation,
  }))
  await transaction(db, trx => saveNights(trx, nights, from))
}

/** The job request of a kind; undefined before the first one. */
export async function workOf(db: Database, kind: JobKind) {
  return (await readJobRequests(db)).find(work => work.kind === kind)
}

/** Resolves when all requests so far are done. */
export function settled(db: Database) {
  return waitFor(
    'all work done',
    async () =>
      (await readJobRequests(db)).every(
        ({ requestNumber, doneNumber }) => requestNumber === doneNumber,
      ),
    120,
  )
}

/** The nights with a visible event, in order; a night with two events appears twice. */
export function visibleNights(events: EmulatorEvent[]): string[] {
  return events
    .filter(({ status }) => status !== 'cancelled')
    .map(({ start }) => start.date ?? '')
    .toSorted()
}

/** Calls to the provider since the last check, as "POST 200". */
export async function callsTo({ control }: Pick<Household, 'control'>): Promise<string[]> {
  const requests = await control.requests()
  await control.clearRequests()
  return requests.map(({ method, path, status }) =>
    path === '/token' ? `token ${status ?? '-'}` : `${method} ${status ?? '-'}`,
  )
}
