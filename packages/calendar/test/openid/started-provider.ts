import { openidKey, startOpenidProvider } from '@night-routine/servers/openid'
import type { OpenidProvider, OpenidProviderOptions } from '@night-routine/servers/openid'
import type { Test } from 'tap'

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
