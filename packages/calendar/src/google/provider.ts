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
  /** The only address that browsers see. This and the following: Google's own where unset. */
  authUrl?: string | undefined
  tokenUrl?: string | undefined
  revokeUrl?: string | undefined
  jwksUrl?: string | undefined
  issuer?: string | undefined
  /** For a whole answer. Unset: 10 seconds. */
  timeoutMs?: number | undefined
}

/**
 * The provider as openid-client wants it, written down instead of discovered: browser and server
 * may reach it under different addresses. http is allowed only where an address given here is http.
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

  // Google sends an id token with a refresh, too. Nobody reads it, and a clock that is an hour
  // wrong, or a key server that is away, must not cost us the tokens that came with it.
  const refresh = configure({ id_token_signed_response_alg: 'RS256', [clockTolerance]: 86_400 })

  return { signIn, refresh }
}
