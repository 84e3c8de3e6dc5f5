import { saveCalendar, saveToken } from '@night-routine/database/calendar'
import {
  parseSecretKeys,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import {
  connectGoogle,
  createSignIn,
  type AccessToken,
  type CalendarPort,
  type Grants,
} from '@night-routine/calendar'
import type { Emulator } from '@night-routine/google-emulator'
import { emulatorFor } from '@night-routine/google-emulator/testing'
import { calendarAccess } from '@night-routine/calendar-sync'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

export const keys: TokenKeys = parseSecretKeys(['ab'.repeat(32)])

/** An emulator with Alex connected, and the provider as the services use it. */
export async function connectedProvider(t: Test, db: Database) {
  const emulator = await emulatorFor(t)
  const signIn = signInAt(emulator)
  const grant = await consent(emulator, signIn)
  await transaction(db, trx => saveToken(trx, keys, grant))
  await selectFamily(db)
  const access = () =>
    calendarAccess({
      db,
      keys,
      provider: providerAt(emulator, signIn),
      now: () => Temporal.Now.instant(),
    })
  const calendar = access()
  return { emulator, control: emulator.control, signIn, access, calendar, ...watchable(calendar) }
}

export function selectFamily(db: Database): Promise<void> {
  return transaction(db, trx => saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' }))
}

/** The emulator as calendar provider. */
export function providerAt({ origin }: Emulator, grants: Grants) {
  const connect = (accessToken: AccessToken) => connectGoogle({ accessToken, apiRootUrl: origin })
  return { grants, connect }
}

/** The notifications of a calendar that sends some. */
export function watchable({ notifications }: CalendarPort) {
  if (notifications === undefined) throw new Error('This calendar sends no notifications.')
  return { notifications }
}

/** Sign-in at the emulator. */
export function signInAt({ origin, clientId, clientSecret }: Emulator) {
  return createSignIn({
    clientId,
    clientSecret,
    redirectUri: 'http://localhost:8080/oauth/callback',
    authUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    revokeUrl: `${origin}/revoke`,
    jwksUrl: `${origin}/certs`,
    issuer: origin,
  })
}

/** Goes through consent, as Alex by default; returns the stored grant. */
export async function consent(
  emulator: Emulator,
  signIn = signInAt(emulator),
  person = 'alex@example.com',
) {
  const { url, ...attempt } = signIn.begin({ consent: true })
  const callbackUrl = await emulator.control.consent(url, { email: person })
  const { email, subject, grant } = await signIn.finish({ ...attempt, callbackUrl })
  return {
    ...grant,
    expiry: Temporal.Now.instant().add({ seconds: grant.expiresInSeconds }),
    accountEmail: email,
    accountSubject: subject,
  }
}
