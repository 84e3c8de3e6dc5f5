import { publicSettings } from '@night-routine/service'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { IdentityProvider } from '../provider.ts'
import { discoverer } from './discover.ts'
import { examineOwnProvider } from './examine.ts'
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
    const client = {
      issuer: new URL(ownProviderPath, settings.PUBLIC_URL).href,
      clientId: ownProviderClientId,
      fetch,
    }
    const redirectUri = new URL('/oauth/callback', settings.PUBLIC_URL).href
    const signIn = createOpenidSignIn({ ...client, redirectUri })
    return {
      name: null,
      begin: request => signIn.begin(request),
      finish: returned => signIn.finish(returned),
      // Web answers there, whose address, certificate and clock are checked anyway.
      examine: () => examineOwnProvider(discoverer(client), client.issuer),
    }
  },
}
