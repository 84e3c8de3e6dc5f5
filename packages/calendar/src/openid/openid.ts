import type { IdentityProvider } from '../provider.ts'
import { openidSettings, readOpenidSettings } from './settings.ts'
import { createOpenidSignIn } from './sign-in.ts'

/** Sign-in with any OpenID provider, for an installation whose calendars are its own. */
export const openidSignIn: IdentityProvider = {
  settings: openidSettings,
  open(settings) {
    const config = readOpenidSettings(settings)
    return createOpenidSignIn({
      issuer: config.OIDC_ISSUER,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      redirectUri: new URL('/oauth/callback', config.PUBLIC_URL).href,
      name: config.OIDC_NAME,
      trustsEmail: config.OIDC_TRUST_EMAIL,
    })
  },
}
