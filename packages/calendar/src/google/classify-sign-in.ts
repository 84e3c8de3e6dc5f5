import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { CalendarError, SignInError } from '../errors.ts'
import { retryAfter } from '../http/retry-after.ts'

/** Why a sign-in ended without a grant. */
export function classifySignIn(error: unknown): SignInError | CalendarError {
  if (error instanceof SignInError) return error
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return new SignInError('denied')
    if (troubles.has(error.error)) return new CalendarError('unavailable', { detail: error.error })
    return new SignInError('refused', error.error)
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new SignInError('refused', detailOf(error))
  }
  if (error instanceof ClientError && !isTransport(error)) {
    return new SignInError('unproven', detailOf(error))
  }
  return classifyTokenRequest(error)
}

/** Why a refresh failed. When the grant was revoked, only a person can give a new one. */
export function classifyRefresh(error: unknown): CalendarError {
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new CalendarError('unauthorized', { detail: detailOf(error) })
  }
  return classifyTokenRequest(error)
}

function classifyTokenRequest(error: unknown): CalendarError {
  const detail = detailOf(error)
  const response = responseOf(error)
  const retryAfterSeconds = retryAfter(response?.headers.get('retry-after') ?? null)
  if (response?.status === 429) {
    return new CalendarError('rate-limited', { detail, retryAfterSeconds })
  }
  if (error instanceof ResponseBodyError) {
    const reason = wrongClient.has(error.error) ? 'client-refused' : 'request-refused'
    return new CalendarError(reason, { detail })
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new CalendarError('client-refused', { detail })
  }
  if (isTimeout(error)) return new CalendarError('timeout')
  return new CalendarError('unavailable', { detail, retryAfterSeconds })
}

const troubles = new Set(['server_error', 'temporarily_unavailable'])
const wrongClient = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch'])
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
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))
}

function responseOf(error: unknown): Response | null {
  if (error instanceof ResponseBodyError) return error.response
  return error instanceof ClientError && error.cause instanceof Response ? error.cause : null
}

function detailOf(error: unknown): string {
  if (error instanceof ResponseBodyError) {
    const { error: code, error_description: description } = error
    return description === undefined ? code : `${code}: ${description}`
  }
  if (!(error instanceof Error)) return ''
  const { cause } = error
  if (cause instanceof Response) return `${cause.status}`
  return cause instanceof Error ? cause.message : error.message
}
