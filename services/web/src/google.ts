import { createSignIn, type CalendarPort, type SignIn } from '@night-routine/calendar'
import type { Database, TokenKeys } from '@night-routine/database'
import { calendarAccess } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type { Config } from './config.ts'

export interface GoogleOptions {
  config: Config
  db: Database
  keys: TokenKeys
  clock: Clock
}

/** Sign-in with the provider, and the household's calendars at it. */
export function connectProvider({ config, db, keys, clock }: GoogleOptions): {
  signIn: SignIn
  calendars: Pick<CalendarPort, 'listCalendars'>
} {
  const signIn = createSignIn({
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
    redirectUri: new URL('/oauth/callback', config.PUBLIC_URL).href,
    authUrl: config.GOOGLE_OAUTH_AUTH_URL,
    tokenUrl: config.GOOGLE_OAUTH_TOKEN_URL,
    revokeUrl: config.GOOGLE_OAUTH_REVOKE_URL,
    jwksUrl: config.GOOGLE_OAUTH_JWKS_URL,
    issuer: config.GOOGLE_OAUTH_ISSUER,
  })
  const calendars = calendarAccess({
    db,
    keys,
    signIn,
    now: () => clock.now(),
    apiRootUrl: config.GOOGLE_API_ROOT_URL,
  })
  return { signIn, calendars }
}
