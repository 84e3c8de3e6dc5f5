import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { SignInError } from '../errors.ts'

export function classifySignIn(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const detail = detailOf(error)
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return new SignInError('denied')
    return new SignInError(troubles.has(error.error) ? 'unavailable' : 'refused', detail)
  }
  const algorithm = uncheckedAlgorithm(error)
  if (algorithm !== undefined) return new SignInError('algorithm', algorithm)
  if (isBusy(responseOf(error))) return new SignInError('unavailable', detail)
  if (refusesClient(error)) return new SignInError('client-refused', detail)
  if (error instanceof ResponseBodyError) return new SignInError('refused', detail)
  if (error instanceof ClientError && !isTransport(error))
    return new SignInError('unproven', detail)
  return new SignInError('unavailable', isTimeout(error) ? 'timeout' : detail)
}

const troubles = new Set(['server_error', 'temporarily_unavailable'])
const wrongClient = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'])

/** Whether the provider does not accept our client id with this secret. */
export function refusesClient(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return wrongClient.has(error.error)
  return error instanceof WWWAuthenticateChallengeError
}

const transport = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function isTransport(error: ClientError): boolean {
  return error.code === undefined || transport.has(error.code)
}

// When the body times out, the library reports a parsing error, with the timeout as its cause.
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

/** Whether the provider is overloaded or fails. */
function isBusy(response: Response | null): boolean {
  return response !== null && (response.status === 429 || response.status >= 500)
}

export function responseOf(error: unknown): Response | null {
  if (error instanceof ResponseBodyError) return error.response
  return error instanceof ClientError && error.cause instanceof Response ? error.cause : null
}

const unchecked = Type.Union([
  Type.Object({ alg: Type.String() }),
  Type.Object({ header: Type.Object({ alg: Type.String() }), expected: Type.Unknown() }),
])

/** How the id token is signed, if that is why the library refuses it. */
function uncheckedAlgorithm(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { cause } = error
  if (!Check(unchecked, cause)) return uncheckedAlgorithm(cause)
  return 'alg' in cause ? cause.alg : cause.header.alg
}

/** What the provider or the connection said, without tokens. */
export function detailOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    const { error: code, error_description: description } = error
    return typeof description === 'string' ? `${code}: ${description}` : code
  }
  if (!(error instanceof Error)) return ''
  const { cause } = error
  if (cause instanceof Response) return `${cause.status}`
  return cause instanceof Error ? cause.message : error.message
}
