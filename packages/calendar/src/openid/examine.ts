import { genericGrantRequest, ResponseBodyError, type ServerMetadata } from 'openid-client'
import type { SignInError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import { classifySignIn } from './classify.ts'
import { askAsClient, type Discover } from './client-secret.ts'

/** What the doctor finds about the OpenID provider and our client there. */
export async function examineProvider(
  discover: Discover,
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
    text: `The OpenID provider describes itself at ${issuer}.`,
  }
  return [
    found,
    ...judgeAlgorithms(provider.serverMetadata()),
    judgeOpenidClient(await tryClient(discover, redirectUri)),
  ]
}

/** An id token that is signed with the client's secret proves nothing to others, so we never accept one. */
function judgeAlgorithms({ id_token_signing_alg_values_supported: all }: ServerMetadata) {
  const algorithms = Array.isArray(all) ? all.map(String) : []
  const proves = algorithms.some(algorithm => !/^(?:none|HS\d+)$/.test(algorithm))
  if (proves || algorithms.length === 0) return []
  const problem: Finding = {
    state: 'problem',
    text: `The provider signs id tokens only with ${algorithms.join(', ')}, which we cannot check.`,
    fix: 'Set the provider to sign id tokens with RS256 or ES256.',
  }
  return [problem]
}

/** The answer to an invalid code shows whether the provider knows the client. */
async function tryClient(discover: Discover, redirectUri: string): Promise<unknown> {
  const attempt = {
    code: 'night-routine-doctor',
    redirect_uri: redirectUri,
    code_verifier: 'night-routine-doctor-night-routine-doctor-x',
  }
  return askAsClient(discover, provider =>
    genericGrantRequest(provider, 'authorization_code', attempt),
  ).catch((error: unknown) => error)
}

function judgeDiscovery(issuer: string, { reason, message }: SignInError): Finding {
  if (reason === 'wrong-issuer')
    return {
      state: 'problem',
      text: `What answers at ${issuer} is not an OpenID provider of this name: ${message}`,
      fix: 'Set OIDC_ISSUER to the “issuer” of its .well-known/openid-configuration, to the last slash.',
    }
  return {
    state: 'problem',
    text: `The OpenID provider ${issuer} does not answer: ${message}`,
    fix: 'Check OIDC_ISSUER, DNS and the certificate. For your own certificate authority, set NODE_EXTRA_CA_CERTS.',
  }
}

/** Judges the answer to a sign-in with an invalid code. */
function judgeOpenidClient(answer: unknown): Finding {
  if (answer instanceof ResponseBodyError && answer.error === 'invalid_grant')
    return { state: 'ok', text: 'The provider knows OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.' }
  const { reason, message } = classifySignIn(answer)
  if (reason === 'client-refused')
    return {
      state: 'problem',
      text: `The provider does not accept OIDC_CLIENT_ID with OIDC_CLIENT_SECRET. It said: ${message}`,
      fix: 'Copy both again from the provider, and allow the client the code flow with the redirect address PUBLIC_URL/oauth/callback.',
    }
  return {
    state: 'notice',
    text: `The client could not be checked with the provider: ${message}`,
    fix: 'Sign in once: the page and the log of web say what is wrong.',
  }
}
