import {
  allowInsecureRequests,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  enableNonRepudiationChecks,
  type ClientMetadata,
} from 'openid-client'

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
  /** For the whole response; 10 seconds by default. */
  timeoutMs?: number | undefined
}

/**
 * The provider's metadata for openid-client. It is configured, not discovered, because the browser and the
 * server may reach the provider under different addresses. Plain http works only for endpoints set to http.
 */
export function providerFor(options: SignInOptions): {
  signIn: Configuration
  refresh: Configuration
} {
  const server = {
    issuer: options.issuer ?? 'https://accounts.google.com',
    authorization_endpoint: options.authUrl ?? 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: options.tokenUrl ?? 'https://oauth2.googleapis.com/token',
    revocation_endpoint: options.revokeUrl ?? 'https://oauth2.googleapis.com/revoke',
    jwks_uri: options.jwksUrl ?? 'https://www.googleapis.com/oauth2/v3/certs',
  }
  const insecure = Object.values(server).some(address => new URL(address).protocol === 'http:')

  const configure = (metadata: Partial<ClientMetadata>) => {
    const authentication = ClientSecretPost(options.clientSecret)
    const configuration = new Configuration(server, options.clientId, metadata, authentication)
    configuration.timeout = (options.timeoutMs ?? 10_000) / 1000
    if (insecure) allowInsecureRequests(configuration)
    return configuration
  }

  const signIn = configure({ id_token_signed_response_alg: 'RS256' })
  enableNonRepudiationChecks(signIn)

  // A refresh also returns an id token, which we don't need. A wrong clock or unavailable signing
  // keys must not cost us the tokens that came with it.
  const refresh = configure({ id_token_signed_response_alg: 'RS256', [clockTolerance]: 86_400 })

  return { signIn, refresh }
}
