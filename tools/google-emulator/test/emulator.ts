import { createHash, randomBytes } from 'node:crypto'
import { startEmulator } from '@night-routine/google-emulator'
import type { Emulator, EmulatorOptions } from '@night-routine/google-emulator'
import type { Test } from 'tap'
import type { ProviderUnderTest } from './calendar-api.ts'

export const redirectUri = 'http://localhost:8080/oauth/callback'
export const calendarScopes = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

/** A seeded emulator for one test. */
export async function emulatorFor(t: Test, options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options)
  t.teardown(() => emulator.close())
  return emulator
}

/** The address to which a product sends its visitor, and the PKCE verifier. */
export function authorization(emulator: Emulator, parameters: Record<string, string> = {}) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const url = new URL(`${emulator.origin}/o/oauth2/v2/auth`)
  url.search = new URLSearchParams({
    client_id: emulator.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: ['openid', 'email', ...calendarScopes].join(' '),
    state: 'the-state',
    access_type: 'offline',
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  }).toString()
  return { url: url.href, codeVerifier }
}

export interface TokenAnswer {
  access_token: string
  refresh_token?: string
  id_token?: string
  scope: string
  expires_in: number
  token_type: string
  error?: string
  error_description?: string
}

/** One request to the token endpoint, as the registered client. */
export async function postToken(
  { clientId, clientSecret, origin }: Emulator,
  form: Record<string, string>,
): Promise<{ status: number; body: TokenAnswer }> {
  const response = await fetch(`${origin}/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
  })
  return { status: response.status, body: (await response.json()) as TokenAnswer }
}

/** A whole sign-in: consent, and the code for tokens. */
export async function signIn(
  emulator: Emulator,
  { email = 'alex@example.com', ...parameters }: Record<string, string> = {},
): Promise<TokenAnswer> {
  const { codeVerifier, url } = authorization(emulator, parameters)
  const code = codeIn(await emulator.control.consent(url, { email }))
  return (await redeem(emulator, { code, code_verifier: codeVerifier })).body
}

export function codeIn(location: string): string {
  return new URL(location).searchParams.get('code') ?? ''
}

export function redeem(emulator: Emulator, form: Record<string, string>) {
  return postToken(emulator, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    ...form,
  })
}

/** The family calendar as one parent's program reaches it. */
export async function providerAt(
  emulator: Emulator,
  email = 'alex@example.com',
): Promise<ProviderUnderTest> {
  const { access_token: accessToken } = await signIn(emulator, { email })
  return {
    apiRoot: emulator.origin,
    tokenUrl: `${emulator.origin}/token`,
    clientId: emulator.clientId,
    clientSecret: emulator.clientSecret,
    accessToken,
    calendarId: 'family',
    readOnlyCalendarId: 'en.uk#holiday@group.v.calendar.google.com',
    expireSyncTokens: () => emulator.control.expireSyncTokens(),
  }
}
