import { createSignIn, type CalendarPort, type SignIn } from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { calendarAccess, type ProviderCall, type TraceCall } from './calendar-access.ts'

/** The settings that name a provider and us to it; an address that is not set is Google's. */
export interface ProviderSettings {
  PUBLIC_URL: string
  GOOGLE_CLIENT_ID: string
  GOOGLE_CLIENT_SECRET: string
  GOOGLE_API_ROOT_URL?: string
  GOOGLE_OAUTH_AUTH_URL?: string
  GOOGLE_OAUTH_TOKEN_URL?: string
  GOOGLE_OAUTH_REVOKE_URL?: string
  GOOGLE_OAUTH_JWKS_URL?: string
  GOOGLE_OAUTH_ISSUER?: string
}

/** Sign-in with the provider that the settings name, and the household's calendars at it. */
export function connectProvider(options: {
  settings: ProviderSettings
  db: Database
  keys: TokenKeys
  now: () => Temporal.Instant
  /** Is told of each call to the calendars. */
  onCall?: (call: ProviderCall) => void
  traced?: TraceCall
}): { signIn: SignIn; calendars: CalendarPort } {
  const { settings, ...stored } = options
  const signIn = createSignIn({
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
    redirectUri: new URL('/oauth/callback', settings.PUBLIC_URL).href,
    authUrl: settings.GOOGLE_OAUTH_AUTH_URL,
    tokenUrl: settings.GOOGLE_OAUTH_TOKEN_URL,
    revokeUrl: settings.GOOGLE_OAUTH_REVOKE_URL,
    jwksUrl: settings.GOOGLE_OAUTH_JWKS_URL,
    issuer: settings.GOOGLE_OAUTH_ISSUER,
  })
  const apiRootUrl = settings.GOOGLE_API_ROOT_URL
  return { signIn, calendars: calendarAccess({ ...stored, signIn, apiRootUrl }) }
}
