import { createSignIn, type CalendarPort } from '@night-routine/calendar'
import { parseSecretKeys, type Database } from '@night-routine/database'
import { calendarAccess } from '@night-routine/household'
import type { Clock } from '@night-routine/service'
import type { Config } from './config.ts'

/** The household's calendars at the provider that the configuration names. */
export function connectCalendar({
  config,
  db,
  clock,
}: {
  config: Config
  db: Database
  clock: Clock
}): CalendarPort {
  return calendarAccess({
    db,
    keys: parseSecretKeys(config.SECRET_KEYS),
    // Nobody signs in here; the grant of whoever did is only renewed.
    signIn: createSignIn({
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      redirectUri: new URL('/oauth/callback', config.PUBLIC_URL).href,
      authUrl: config.GOOGLE_OAUTH_AUTH_URL,
      tokenUrl: config.GOOGLE_OAUTH_TOKEN_URL,
      revokeUrl: config.GOOGLE_OAUTH_REVOKE_URL,
      jwksUrl: config.GOOGLE_OAUTH_JWKS_URL,
      issuer: config.GOOGLE_OAUTH_ISSUER,
    }),
    apiRootUrl: config.GOOGLE_API_ROOT_URL,
    now: () => clock.now(),
  })
}
