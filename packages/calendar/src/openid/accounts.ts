import { publicSettings } from '@night-routine/service'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { IdentityProvider } from '../provider.ts'
import { createOpenidSignIn } from './sign-in.ts'

/** Where the provider of this installation is below PUBLIC_URL. */
export const ownProviderPath = '/identity'

/** Our client there. It has no secret: PKCE binds each code to the browser that asked for it. */
export const ownProviderClientId = 'night-routine'

const schema = Type.Object(publicSettings)

/** Sign-in with accounts of this installation, at an OpenID provider inside of it. */
export const accountsSignIn: IdentityProvider = {
  settings: {},
  open(settings, { fetch }) {
    if (!Check(schema, settings)) throw new TypeError('PUBLIC_URL is missing.')
    return {
      ...createOpenidSignIn({
        issuer: new URL(ownProviderPath, settings.PUBLIC_URL).href,
        clientId: ownProviderClientId,
        redirectUri: new URL('/oauth/callback', settings.PUBLIC_URL).href,
        fetch,
      }),
      name: null,
    }
  },
}
