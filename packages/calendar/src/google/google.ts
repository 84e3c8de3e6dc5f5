import { isLoopback } from '@night-routine/service'
import type { CalendarProvider, IdentityProvider } from '../provider.ts'
import { ownReasons } from './classify.ts'
import { connectGoogle } from './connect.ts'
import { googleSettings, readGoogleSettings } from './settings.ts'
import { createSignIn, withoutCalendars } from './sign-in.ts'

const googleApi = 'https://www.googleapis.com'

/** Sign-in with Google, which also gives access to the person's calendars. */
export const googleSignIn: IdentityProvider = {
  settings: googleSettings,
  open(settings, { calendars }) {
    const signIn = openSignIn(readGoogleSettings(settings))
    return calendars ? signIn : withoutCalendars(signIn)
  },
}

/** Google Calendar, with the grant of a person who signed in with Google. */
export const googleCalendar: CalendarProvider = {
  // Those of the sign-in.
  settings: {},
  grantedBy: 'google',

  open(settings) {
    const config = readGoogleSettings(settings)
    const apiRootUrl = config.GOOGLE_API_ROOT_URL
    const api = new URL(apiRootUrl ?? googleApi)
    return {
      grants: openSignIn(config),
      isEmulator: !/(^|\.)googleapis\.com$/.test(api.hostname),
      // Google calls public https addresses only. The emulator on this machine also calls loopback addresses.
      canNotify: address => (isLoopback(address) ? isLoopback(api) : address.protocol === 'https:'),
      ownReasons,
      connect: accessToken => connectGoogle({ accessToken, apiRootUrl }),
      clockUrl: new URL('/', api),
      endingGrantCure:
        'Publish the app of the OAuth client (docs/google-cloud.md, step 5), then press Reconnect.',
      examine: async () => [],
    }
  },
}

function openSignIn(settings: ReturnType<typeof readGoogleSettings>) {
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
