import { genericGrantRequest, ResponseBodyError, type Configuration } from 'openid-client'
import type { SignInError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import { classifySignIn } from './classify.ts'

/** What the doctor finds about the OpenID provider and our client there. */
export async function examineProvider(
  discover: () => Promise<Configuration>,
  { issuer, redirectUri }: { issuer: string; redirectUri: string },
): Promise<Finding[]> {
  let provider
  try {
    provider = await discover()
  } catch (error) {
    return [judgeDiscovery(issuer, classifySignIn(error))]
  }
  const found: Finding = {
    state: 'ok',
    words: `The OpenID provider describes itself at ${issuer}.`,
  }
  return [found, judgeOpenidClient(await tryClient(provider, redirectUri))]
}

/** The answer to an invalid code shows whether the provider knows the client. */
async function tryClient(provider: Configuration, redirectUri: string): Promise<unknown> {
  const code = { code: 'night-routine-doctor', redirect_uri: redirectUri }
  return genericGrantRequest(provider, 'authorization_code', {
    ...code,
    code_verifier: 'night-routine-doctor-night-routine-doctor-x',
  }).catch((error: unknown) => error)
}

function judgeDiscovery(issuer: string, { reason, message }: SignInError): Finding {
  if (reason === 'wrong-issuer')
    return {
      state: 'fault',
      words: `What answers at ${issuer} is not an OpenID provider of this name: ${message}`,
      cure: 'Set OIDC_ISSUER to the “issuer” of its .well-known/openid-configuration, to the last slash.',
    }
  return {
    state: 'fault',
    words: `The OpenID provider ${issuer} does not answer: ${message}`,
    cure: 'Check OIDC_ISSUER, DNS and the certificate. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
  }
}

/** Judges the answer to a sign-in with an invalid code. */
function judgeOpenidClient(answer: unknown): Finding {
  if (answer instanceof ResponseBodyError && answer.error === 'invalid_grant')
    return { state: 'ok', words: 'The provider knows OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.' }
  const { reason, message } = classifySignIn(answer)
  if (reason === 'client-refused')
    return {
      state: 'fault',
      words: 'The provider does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET.',
      cure: 'Copy both again from the provider, and allow the client the code flow with the redirect address PUBLIC_URL/oauth/callback.',
    }
  return {
    state: 'notice',
    words: `The client could not be checked with the provider: ${message}`,
    cure: 'Sign in once: the page and the log of web say what is wrong.',
  }
}
