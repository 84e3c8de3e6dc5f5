import { connectGoogle, createSignIn } from '@night-routine/calendar'
import type { Emulator } from '@night-routine/google-emulator'

export { emulatorFor } from '@night-routine/google-emulator/testing'

export const redirectUri = 'http://localhost:8080/oauth/callback'

/** Sign-in with the addresses of the emulator. */
export function signInAt({ origin, clientId, clientSecret }: Emulator) {
  return createSignIn({
    clientId,
    clientSecret,
    redirectUri,
    authUrl: `${origin}/o/oauth2/v2/auth`,
    tokenUrl: `${origin}/token`,
    revokeUrl: `${origin}/revoke`,
    jwksUrl: `${origin}/certs`,
    issuer: origin,
  })
}

/** A parent who ticks every box. */
export async function personOf(emulator: Emulator, email: string, scopes?: string[]) {
  const signIn = signInAt(emulator)
  const attempt = signIn.begin({ consent: true })
  const callbackUrl = await emulator.control.consent(attempt.url, {
    email,
    ...(scopes === undefined ? {} : { scopes }),
  })
  return signIn.finish({ ...attempt, callbackUrl })
}

/** The grant of a parent who ticks every box. */
export async function grantOf(emulator: Emulator, email: string, scopes?: string[]) {
  return (await personOf(emulator, email, scopes)).grant
}

/** The calendars of an account, with a fresh token. */
export async function calendarOf(
  emulator: Emulator,
  email: string,
  { scopes, timeoutMs = 60_000 }: { scopes?: string[]; timeoutMs?: number } = {},
) {
  const { accessToken } = await grantOf(emulator, email, scopes)
  return connectGoogle({
    apiRootUrl: emulator.origin,
    accessToken: async () => accessToken,
    timeoutMs,
  })
}
