import {
  parseSecretKeys,
  saveCalendar,
  saveToken,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database'
import { createSignIn } from '@night-routine/calendar'
import { startEmulator, type Emulator } from '@night-routine/google-emulator'
import { calendarAccess } from '@night-routine/calendar-sync'

interface Test {
  teardown(fn: () => Promise<void>): unknown
}

export const keys: TokenKeys = parseSecretKeys(['ab'.repeat(32)])

/** An emulator with Alex connected, and the provider as the services use it. */
export async function connectedProvider(t: Test, db: Database) {
  const emulator = await startEmulator()
  t.teardown(() => emulator.close())
  const signIn = signInAt(emulator)
  const grant = await consent(emulator, signIn)
  await transaction(db, async trx => {
    await saveToken(trx, keys, grant)
    await saveCalendar(trx, { calendarId: 'family', calendarName: 'Family' })
  })
  const access = () =>
    calendarAccess({
      db,
      keys,
      signIn,
      apiRootUrl: emulator.origin,
      now: () => Temporal.Now.instant(),
    })
  return { emulator, control: emulator.control, signIn, access, calendar: access() }
}

function signInAt({ origin, clientId, clientSecret }: Emulator) {
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
  const { email, subject, expiresInSeconds, ...tokens } = await signIn.finish({
    ...attempt,
    callbackUrl,
  })
  return {
    ...tokens,
    expiry: Temporal.Now.instant().add({ seconds: expiresInSeconds }),
    accountEmail: email,
    accountSubject: subject,
  }
}
