import { createHash } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { text } from '../../events/parameters.ts'
import type { Query } from '../../events/parameters.ts'
import {
  issueAccessToken,
  issueRefreshToken,
  ownerOf,
  revokeGrants,
  takeCode,
  testingLifeSeconds,
  useRefreshToken,
} from '../../oauth/grants.ts'
import { issueIdToken } from '../../oauth/id-token.ts'
import { authenticateClient } from '../../oauth/client-authentication.ts'
import { OAuthError } from '../../oauth/oauth-error.ts'
import { originOf } from '../../origin.ts'
import type { Provider } from '../../state/provider.ts'
import type { AuthorizationCode, RefreshToken } from '../../state/state.ts'

type FormRequest = FastifyRequest<{ Body: Query | null; Querystring: Query }>

/** /token, /revoke and /certs, with the errors of RFC 6749 as Google words them. */
const token: FastifyPluginAsync<{ provider: Provider; issuer: string | undefined }> = async (
  service,
  { provider, issuer },
) => {
  await service.register(formbody)
  service.setErrorHandler((error, _request, reply) =>
    error instanceof OAuthError
      ? reply.status(error.status).send(error.body())
      : reply.status(400).send({ error: 'invalid_request', error_description: 'Bad Request' }),
  )

  service.post('/token', async (request: FormRequest, reply) => {
    const form = request.body ?? {}
    authenticateClient(provider.client, form, request.headers.authorization)
    reply.header('cache-control', 'no-cache, no-store, max-age=0, must-revalidate')
    switch (text(form, 'grant_type')) {
      case 'authorization_code':
        return tokens(request, redeem(provider, form))
      case 'refresh_token':
        return tokens(request, refresh(provider, form))
      case undefined:
        throw new OAuthError(400, 'invalid_request', 'Missing required parameter: grant_type')
      default:
        throw new OAuthError(
          400,
          'unsupported_grant_type',
          `Invalid grant_type: ${text(form, 'grant_type')}`,
        )
    }
  })

  async function tokens(request: FastifyRequest, basis: TokenBasis) {
    const { email, scopes, nonce } = basis
    const account = provider.state.accounts.find(candidate => candidate.email === email)
    if (!account) throw revoked()
    const accessToken = issueAccessToken(provider, basis).token
    const idToken = { account, accessToken, scopes, nonce, issuer: issuer ?? originOf(request) }
    return {
      access_token: accessToken,
      // Google rounds down.
      expires_in: 3599,
      ...(basis.withRefreshToken && {
        refresh_token: issueRefreshToken(provider, basis).token,
        ...(provider.switches.testing && { refresh_token_expires_in: testingLifeSeconds }),
      }),
      scope: scopes.join(' '),
      token_type: 'Bearer',
      ...(scopes.includes('openid') && { id_token: await issueIdToken(provider, idToken) }),
    }
  }

  service.post('/revoke', async (request: FormRequest, reply) => {
    const presented = text(request.body ?? {}, 'token') ?? text(request.query, 'token')
    if (presented === undefined) {
      throw new OAuthError(400, 'invalid_request', 'Missing required parameter: token')
    }
    const email = ownerOf(provider, presented)
    if (email === undefined) throw new OAuthError(400, 'invalid_token', 'Token expired or revoked')
    revokeGrants(provider, email)
    return reply.send({})
  })

  service.get('/certs', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .send({ keys: [provider.signingKey.publicJwk] }),
  )
}
export default token

interface TokenBasis {
  email: string
  scopes: string[]
  nonce: string | null
  withRefreshToken: boolean
}

/** Any attempt uses up the code. */
function redeem(provider: Provider, form: Query): AuthorizationCode {
  const presented = text(form, 'code')
  if (presented === undefined) {
    throw new OAuthError(400, 'invalid_request', 'Missing required parameter: code')
  }
  const code = takeCode(provider, presented)
  if (!code) throw new OAuthError(400, 'invalid_grant', 'Malformed auth code.')
  if (text(form, 'redirect_uri') !== code.redirectUri) {
    throw new OAuthError(400, 'redirect_uri_mismatch', 'Bad Request')
  }
  const verifier = text(form, 'code_verifier')
  if (code.codeChallenge === null) return code
  if (verifier === undefined) throw new OAuthError(400, 'invalid_grant', 'Missing code verifier.')
  if (createHash('sha256').update(verifier).digest('base64url') !== code.codeChallenge) {
    throw new OAuthError(400, 'invalid_grant', 'Invalid code verifier.')
  }
  return code
}

function refresh(provider: Provider, form: Query): TokenBasis {
  const presented = text(form, 'refresh_token')
  if (presented === undefined) {
    throw new OAuthError(400, 'invalid_request', 'Missing required parameter: refresh_token')
  }
  const known: RefreshToken | undefined = useRefreshToken(provider, presented)
  if (!known) throw revoked()
  const { email, scopes } = known
  return { email, scopes, nonce: null, withRefreshToken: provider.switches.rotateRefreshTokens }
}

function revoked(): OAuthError {
  return new OAuthError(400, 'invalid_grant', 'Token has been expired or revoked.')
}
