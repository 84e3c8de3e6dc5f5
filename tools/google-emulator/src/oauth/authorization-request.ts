import { text, texts } from '../events/parameters.ts'
import type { Query } from '../events/parameters.ts'
import type { Client } from '../state/provider.ts'
import { isKnownScope } from './scopes.ts'

export interface AuthorizationRequest {
  redirectUri: string
  scopes: string[]
  state: string | undefined
  nonce: string | null
  codeChallenge: string | null
  offline: boolean
  prompts: string[]
  loginHint: string | undefined
  includeGrantedScopes: boolean
}

/** The consent page shows this error; Google does not redirect to an address that may be an attacker's. */
export class AuthorizationRefused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'AuthorizationRefused'
    this.status = status
    this.code = code
  }
}

/**
 * The parameters of the authorization endpoint, from
 * https://developers.google.com/identity/protocols/oauth2/web-server.
 *
 * @throws AuthorizationRefused
 */
export function readAuthorizationRequest(query: Query, client: Client): AuthorizationRequest {
  const repeated = Object.keys(query).find(name => texts(query, name).length > 1)
  if (repeated) throw invalid(`OAuth 2 parameters can only have a single value: ${repeated}`)

  const clientId = required(query, 'client_id')
  if (clientId !== client.id) {
    throw new AuthorizationRefused(401, 'invalid_client', 'The OAuth client was not found.')
  }
  const redirectUri = required(query, 'redirect_uri')
  if (!isRegistered(redirectUri, client)) {
    throw new AuthorizationRefused(
      400,
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, is not one of this client.`,
    )
  }
  if (required(query, 'response_type') !== 'code') {
    throw new AuthorizationRefused(400, 'unsupported_response_type', 'Only code is supported.')
  }
  return {
    redirectUri,
    scopes: readScopes(query),
    state: text(query, 'state'),
    nonce: text(query, 'nonce') ?? null,
    codeChallenge: readCodeChallenge(query),
    offline: oneOf(query, 'access_type', ['online', 'offline']) === 'offline',
    prompts: readPrompts(query),
    loginHint: text(query, 'login_hint'),
    includeGrantedScopes: text(query, 'include_granted_scopes') === 'true',
  }
}

/** Google's console accepts no raw IP addresses except loopback, and no names below `.localhost`. */
function isHostAllowed(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? ''
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return true
  return !/(\.localhost|^[\d.]+|^\[.*\])$/.test(hostname)
}

function isRegistered(address: string, { redirectUris }: Client): boolean {
  if (!isHostAllowed(address)) return false
  if (redirectUris.length > 0) return redirectUris.includes(address)
  const url = URL.parse(address)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  return url?.protocol === 'http:' && loopback.includes(url.hostname) && url.hash === ''
}

function readScopes(query: Query): string[] {
  const scopes = required(query, 'scope').split(' ').filter(Boolean)
  const unknown = scopes.filter(scope => !isKnownScope(scope))
  if (unknown.length > 0) {
    throw new AuthorizationRefused(
      400,
      'invalid_scope',
      `Some requested scopes were invalid: ${unknown.join(' ')}`,
    )
  }
  return [...new Set(scopes)]
}

/** PKCE (RFC 7636), S256 only; an incomplete pair is an error. */
function readCodeChallenge(query: Query): string | null {
  const challenge = text(query, 'code_challenge')
  const method = text(query, 'code_challenge_method')
  if (challenge === undefined && method === undefined) return null
  if (method !== 'S256') throw invalid('Invalid code_challenge_method: only S256 is supported.')
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) {
    throw invalid('Invalid code_challenge.')
  }
  return challenge
}

function readPrompts(query: Query): string[] {
  const prompts = text(query, 'prompt')?.split(' ') ?? []
  const known = ['none', 'consent', 'select_account']
  const wrong = prompts.find(prompt => !known.includes(prompt))
  if (wrong !== undefined || (prompts.includes('none') && prompts.length > 1)) {
    throw invalid('Invalid parameter value for prompt.')
  }
  return prompts
}

function oneOf(query: Query, name: string, allowed: string[]): string | undefined {
  const value = text(query, name)
  if (value !== undefined && !allowed.includes(value)) {
    throw invalid(`Invalid parameter value for ${name}: ${value}`)
  }
  return value
}

function required(query: Query, name: string): string {
  const value = text(query, name)
  if (value === undefined) throw invalid(`Missing required parameter: ${name}`)
  return value
}

function invalid(message: string): AuthorizationRefused {
  return new AuthorizationRefused(400, 'invalid_request', message)
}
