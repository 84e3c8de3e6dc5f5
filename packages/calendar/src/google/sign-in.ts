import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
  type TokenEndpointResponse,
} from 'openid-client'
import { SignInError } from '../errors.ts'
import { classifyRefresh, classifySignIn } from './classify-sign-in.ts'
import type { Grant, Grants, Identity, Refreshed, SignIn, SignInReturn } from '../sign-in.ts'
import { examineClient } from './examine.ts'
import {
  identityScopes,
  missingPermissions,
  providerFor,
  requiredScopes,
  type SignInOptions,
} from './oauth.ts'

/** Every sign-in returns a grant, perhaps one without calendars. */
export interface GoogleSignIn extends SignIn, Grants {
  finish(returned: SignInReturn): Promise<Identity & { grant: Grant }>
}

/**
 * Sign-in with Google or a compatible provider: code flow with state, PKCE S256 and nonce. The id token's
 * signature, issuer, audience and expiry are checked. Throws TypeError for an invalid address.
 */
export function createSignIn(options: SignInOptions): GoogleSignIn {
  const { signIn, refresh } = providerFor(options)
  const { redirectUri } = options

  const google: GoogleSignIn = {
    name: 'Google',

    // Only after the consent page does Google send a new refresh token.
    begin({ consent, loginHint }) {
      const codeVerifier = randomPKCECodeVerifier()
      const state = randomState()
      const nonce = randomNonce()
      const url = buildAuthorizationUrl(signIn, {
        redirect_uri: redirectUri,
        scope: (consent ? requiredScopes : identityScopes).join(' '),
        prompt: consent ? 'select_account consent' : 'select_account',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(consent ? { access_type: 'offline' } : {}),
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      })
      return { url: url.href, state, codeVerifier, nonce }
    },

    async finish({ callbackUrl, state, codeVerifier, nonce }) {
      const url = new URL(redirectUri)
      url.search = URL.parse(callbackUrl, redirectUri)?.search ?? ''
      expectAnswerTo(state, url.searchParams)
      try {
        const answer = await authorizationCodeGrant(signIn, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const { scope: granted, ...tokens } = tokensIn(answer)
        const scope = granted ?? [...requiredScopes]
        const grant = { ...tokens, scope, missing: missingPermissions(scope) }
        return { ...personIn(answer.claims()), grant }
      } catch (error) {
        throw classifySignIn(error)
      }
    },

    async refresh(refreshToken) {
      try {
        return tokensIn(await refreshTokenGrant(refresh, refreshToken))
      } catch (error) {
        throw classifyRefresh(error)
      }
    },

    async revoke(token) {
      try {
        await tokenRevocation(refresh, token)
        return true
      } catch {
        return false
      }
    },

    examine: () => examineClient(google, options),
  }
  return google
}

function expectAnswerTo(state: string, query: URLSearchParams): void {
  const once = (name: string) => query.getAll(name).length === 1
  if (!once('state') || query.get('state') !== state) throw new SignInError('mismatch', 'state')
  if (once('code') === once('error')) throw new SignInError('mismatch', 'code')
}

function tokensIn(answer: TokenEndpointResponse): Refreshed {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    tokenType: 'Bearer',
    refreshTokenEndsInSeconds: secondsIn(answer['refresh_token_expires_in']),
    // Google always sends it, and it has always been an hour.
    expiresInSeconds: answer.expires_in ?? 3600,
    scope: answer.scope?.split(' ') ?? null,
  }
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? value : null
}

function personIn(claims: { sub: string; [claim: string]: unknown } | undefined) {
  if (typeof claims?.email !== 'string') throw new SignInError('unproven', 'no email')
  return {
    email: claims.email,
    emailVerified: claims.email_verified === true,
    name: textIn(claims['given_name']) ?? textIn(claims['name']),
    subject: claims.sub,
  }
}

function textIn(claim: unknown): string | null {
  return typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null
}
