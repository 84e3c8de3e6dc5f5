import { isIP } from 'node:net'
import { waits } from '@night-routine/service'
import {
  allowInsecureRequests,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  enableNonRepudiationChecks,
  type ClientMetadata,
} from 'openid-client'
import type { Permission } from '../sign-in.ts'

export interface SignInOptions {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** The only endpoint that browsers see. Google's by default, as for the ones below. */
  authUrl?: string | undefined
  tokenUrl?: string | undefined
  revokeUrl?: string | undefined
  jwksUrl?: string | undefined
  issuer?: string | undefined
  /** For the whole response; `waits.providerAnswerMs` by default, and for a refresh at most `refreshTimeoutMs`. */
  timeoutMs?: number | undefined
}

/** A refresh keeps the grant locked in the database, where other processes wait 5 s for it. */
export const refreshTimeoutMs = 4_000

/**
 * The provider's metadata for openid-client. It is configured, not discovered, because the browser and the
 * server may reach the provider under different addresses. Plain http works only for endpoints set to http.
 */
export function providerFor(options: SignInOptions) {
  const server = {
    issuer: options.issuer ?? 'https://accounts.google.com',
    authorization_endpoint: options.authUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: options.tokenUrl ?? 'https://oauth2.googleapis.com/token',
    revocation_endpoint: options.revokeUrl ?? 'https://oauth2.googleapis.com/revoke',
    jwks_uri: options.jwksUrl ?? 'https://www.googleapis.com/oauth2/v3/certs',
  }
  const insecure = Object.values(server).some(address => new URL(address).protocol === 'http:')

  const { timeoutMs = waits.providerAnswerMs } = options
  const configure = (metadata: Partial<ClientMetadata>) => {
    const authentication = ClientSecretPost(options.clientSecret)
    const configuration = new Configuration(server, options.clientId, metadata, authentication)
    configuration.timeout = timeoutMs / 1000
    if (insecure) allowInsecureRequests(configuration)
    return configuration
  }

  const signIn = configure({ id_token_signed_response_alg: 'RS256' })
  enableNonRepudiationChecks(signIn)

  // A refresh also returns an id token, which we don't need. A wrong clock or unavailable signing
  // keys must not cost us the tokens that came with it.
  const refresh = configure({ id_token_signed_response_alg: 'RS256', [clockTolerance]: 86_400 })
  refresh.timeout = Math.min(timeoutMs, refreshTimeoutMs) / 1000

  return { signIn, refresh }
}

const permissions = ['openid', 'email', 'events', 'calendarList'] as const
const calendarEvents = 'https://www.googleapis.com/auth/calendar.events'
const calendarList = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

const scopes = {
  openid: 'openid',
  email: 'email',
  events: calendarEvents,
  calendarList,
} as const satisfies Record<Permission, string>

/** What we ask for: the person's identity, their calendar list, and the events. */
export const requiredScopes: readonly string[] = Object.values(scopes)

/** What a person who only signs in is asked for. */
export const identityScopes: readonly string[] = [scopes.openid, scopes.email]

// Google returns the `email` scope under this long name.
const longNames: Record<string, string> = {
  email: 'https://www.googleapis.com/auth/userinfo.email',
}

/** What a person did not grant, in the order of `requiredScopes`. */
export function missingPermissions(granted: readonly string[]): Permission[] {
  return permissions.filter(permission => {
    const scope = scopes[permission]
    return !granted.includes(scope) && !granted.includes(longNames[scope] ?? scope)
  })
}

/**
 * Why Google's console refuses this address as a redirect URI, in words for an operator; null when the
 * console accepts it. See https://developers.google.com/identity/protocols/oauth2/web-server#uri-validation
 */
export function refusedRedirectHost(publicUrl: string): string | null {
  const { hostname, protocol } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host === '127.0.0.1' || host === '::1') return null
  if (isIP(host) !== 0) return 'it is an IP address, not a name'
  if (host.endsWith('.localhost')) return 'it is a name below .localhost'
  return protocol === 'https:' ? null : 'it is plain http'
}
