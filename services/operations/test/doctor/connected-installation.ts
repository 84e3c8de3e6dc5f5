import { saveSync, saveCalendar, saveToken } from '@night-routine/database/calendar'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { seedHousehold } from '@night-routine/database/nights'
import { addressAs } from '@night-routine/testing/database'
import { testDatabase } from '@night-routine/testing/database'
import { startEmulator } from '@night-routine/google-emulator'
import { createSignIn } from '@night-routine/calendar'
import type { Test } from 'tap'

const secretKey = 'ab'.repeat(32)

/** When the calendar was last read. */
export const evening = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A household whose calendar "family" is connected and was read, with the environment of its worker. */
export async function connectedInstallation(t: Test) {
  const { db, url } = await testDatabase(t)
  const emulator = await startEmulator()
  t.teardown(() => emulator.close())
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
  const { url: consentUrl, ...attempt } = signIn.begin({ consent: true })
  const callbackUrl = await control.consent(consentUrl, { email: 'alex@example.com' })
  const { grant, email, subject } = await signIn.finish({ ...attempt, callbackUrl })
  await seedHousehold(db, {
    parentA: 'Alex',
    parentB: 'Robin',
    timeZone: 'Europe/Paris',
    lookAheadDays: 30,
  })
  await transaction(db, async trx => {
    await saveToken(trx, parseSecretKeys([secretKey]), {
      ...grant,
      expiry: Temporal.Now.instant().add({ seconds: grant.expiresInSeconds }),
      accountEmail: email,
      accountSubject: subject,
    })
    await saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })
  })
  await saveSync(db, 'family', { lastPullAt: evening, lastFullAt: evening })
  const environment = {
    DATABASE_URL: addressAs('scheduler-worker', url),
    SECRET_KEYS: secretKey,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_ROOT_URL: origin,
    GOOGLE_OAUTH_TOKEN_URL: `${origin}/token`,
    GOOGLE_OAUTH_ISSUER: origin,
    WEBHOOK_URL: 'http://nights.example.org/api/webhook/calendar',
  }
  return { db, url, control, environment }
}
