import { waits } from '@night-routine/service'
import {
  allowInsecureRequests,
  ClientError,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import { SignInError } from '../errors.ts'
import { classifySignIn, responseOf } from './classify.ts'
import { secretInHeader, type Discover, type SecretPlace } from './client-secret.ts'

export interface OpenidClient {
  issuer: string
  clientId: string
  clientSecret: string
  /** For each whole response; `waits.providerAnswerMs` by default. */
  timeoutMs?: number | undefined
  now?: (() => number) | undefined
}

/** How long the provider's addresses are remembered. */
const rememberMs = 600_000

/**
 * The provider, by its own description, which is asked for at the first sign-in and then every ten minutes: a
 * provider that is away must not keep our service from starting. Each answer is new and has no signing keys yet, so
 * they may change at any time.
 */
export function discoverer(client: OpenidClient): Discover {
  const { now = () => performance.now() } = client
  let known: { server: ServerMetadata; at: number } | undefined
  return async place => {
    if (known === undefined || now() - known.at > rememberMs)
      known = { server: await describe(client), at: now() }
    return configure(known.server, client, place)
  }
}

async function describe({ issuer, clientId, timeoutMs = waits.providerAnswerMs }: OpenidClient) {
  const url = new URL(issuer)
  const options = {
    timeout: timeoutMs / 1000,
    ...(isPlain(issuer) && { execute: [allowInsecureRequests] }),
  }
  try {
    const found = await discovery(url, clientId, undefined, undefined, options)
    return found.serverMetadata()
  } catch (error) {
    throw classifyDiscovery(error)
  }
}

function classifyDiscovery(error: unknown): SignInError {
  const failure = classifySignIn(error)
  const status = responseOf(error)?.status ?? 0
  const isAnother = error instanceof ClientError && wrongAnswers.has(error.code ?? '')
  const isBusy = status >= 500 || status === 429
  return isAnother && !isBusy ? new SignInError('wrong-issuer', failure.message) : failure
}

const wrongAnswers = new Set([
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
])

function configure(
  server: ServerMetadata,
  { issuer, clientId, clientSecret, timeoutMs = waits.providerAnswerMs }: OpenidClient,
  place = usualPlace(server),
): Configuration {
  const authentication = place === 'header' ? secretInHeader : ClientSecretPost
  const provider = new Configuration(server, clientId, {}, authentication(clientSecret))
  provider.timeout = timeoutMs / 1000
  if (isPlain(issuer)) allowInsecureRequests(provider)
  enableNonRepudiationChecks(provider)
  return provider
}

/** Some providers accept one way only; the header is the standard's default. */
function usualPlace({ token_endpoint_auth_methods_supported: ways }: ServerMetadata): SecretPlace {
  return !Array.isArray(ways) || ways.includes('client_secret_basic') ? 'header' : 'form'
}

function isPlain(address: string): boolean {
  return new URL(address).protocol === 'http:'
}
