import { createSignIn, type CalendarPort, type SignIn } from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { calendarAccess, type TraceCall } from './calendar-access.ts'
import { watchCalls, type CallLogger } from './watch-calls.ts'

/** The provider's addresses and our credentials; an address that is not set is Google's. */
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

/** Sign-in with the configured provider. Makes no call before the first use. */
export function connectSignIn(settings: ProviderSettings): SignIn {
  return createSignIn({
    clientId: settings.GOOGLE_CLIENT_ID,
    clientSecret: settings.GOOGLE_CLIENT_SECRET,
    redirectUri: new URL('/oauth/callback', settings.PUBLIC_URL).href,
    authUrl: settings.GOOGLE_OAUTH_AUTH_URL,
    tokenUrl: settings.GOOGLE_OAUTH_TOKEN_URL,
    revokeUrl: settings.GOOGLE_OAUTH_REVOKE_URL,
    jwksUrl: settings.GOOGLE_OAUTH_JWKS_URL,
    issuer: settings.GOOGLE_OAUTH_ISSUER,
  })
}

/**
 * The configured provider: its sign-in, the household's calendars, and a metric of the results of its calls.
 * Each call is logged and has a span.
 */
export function connectProvider(options: {
  settings: ProviderSettings
  db: Database
  keys: TokenKeys
  now: () => Temporal.Instant
  logger: CallLogger
  traced: TraceCall
}) {
  const { settings, logger, ...stored } = options
  const signIn = connectSignIn(settings)
  const { onCall, metric } = watchCalls(logger)
  const apiRootUrl = settings.GOOGLE_API_ROOT_URL
  const calendars: CalendarPort = calendarAccess({ ...stored, onCall, signIn, apiRootUrl })
  return { signIn, calendars, providerAnswers: metric }
}
