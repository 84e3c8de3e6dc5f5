import { openidKey, passOpenidPages, startOpenidProvider } from '@night-routine/servers/openid'
import type { OpenidProvider, OpenidProviderOptions } from '@night-routine/servers/openid'
import type { Test } from 'tap'
import { createOpenidSignIn, type OpenidOptions } from '../../src/openid/sign-in.ts'

/** Who signs in at it. */
export const email = 'alex@example.com'

const redirectUri = 'http://localhost:8080/oauth/callback'
const key = await openidKey('k1')

/** A running provider, and our client there. */
export type StartedProvider = OpenidProvider & {
  options: { issuer: string; clientId: string; clientSecret: string; redirectUri: string }
}

/** An OpenID provider for one test. */
export async function startProvider(
  t: Test,
  options: Partial<OpenidProviderOptions> = {},
): Promise<StartedProvider> {
  const provider = await startOpenidProvider({
    redirectUris: [redirectUri],
    keys: [key],
    ...options,
  })
  t.teardown(() => provider.stop())
  const { issuer, clientId, clientSecret } = provider
  return { ...provider, options: { issuer, clientId, clientSecret, redirectUri } }
}

/** A sign-in up to where the browser returns. */
export async function startedSignIn(provider: StartedProvider, more: Partial<OpenidOptions> = {}) {
  const signIn = createOpenidSignIn({ ...provider.options, ...more })
  const attempt = await signIn.begin({ consent: true })
  const callbackUrl = await passOpenidPages(attempt.url, email)
  return { signIn, returned: { ...attempt, callbackUrl } }
}

/** The whole sign-in. */
export async function personAt(provider: StartedProvider, more: Partial<OpenidOptions> = {}) {
  const { signIn, returned } = await startedSignIn(provider, more)
  return signIn.finish(returned)
}
