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
import { identityScopes, providerFor, requiredScopes, type SignInOptions } from './provider.ts'

/** Where to send the browser, and what to keep until it returns. */
export interface SignInAttempt {
  url: string
  state: string
  codeVerifier: string
  nonce: string
}

/** What the browser returned with, and what was kept for it. */
interface SignInReturn extends Omit<SignInAttempt, 'url'> {
  /** The address that the browser requested; only its query is used. */
  callbackUrl: string
}

interface Tokens {
  accessToken: string
  /** Null when the provider sent none; the stored one, if any, stays valid. */
  refreshToken: string | null
  tokenType: 'Bearer'
  expiresInSeconds: number
}

/** A refresh token may have a fixed end, for example while the Google project is in Testing. */
interface EndingTokens extends Tokens {
  /** Null when the refresh token has no fixed end. */
  refreshTokenEndsInSeconds: number | null
}

export interface Refreshed extends EndingTokens {
  /** Null when the provider sent none: the scope is unchanged. */
  scope: string[] | null
}

export interface Grant extends EndingTokens {
  scope: string[]
  /** As the provider spells it. */
  email: string
  emailVerified: boolean
  /** The given name, else the whole one; null when the provider sent none. */
  name: string | null
  /** Identifies the account even when its e-mail address changes. */
  subject: string
}

export interface SignIn {
  /**
   * With `consent`, asks for the calendars too, and shows the consent page again, because only then does
   * Google send a new refresh token. Without it, asks for the identity only. The person always chooses the
   * account, because browsers remember the last one.
   */
  begin(options: { consent: boolean; loginHint?: string | undefined }): SignInAttempt
  /** Throws SignInError for a refusal or an invalid response, CalendarError when Google fails. */
  finish(returned: SignInReturn): Promise<Grant>
  /** Throws CalendarError `unauthorized` when the grant was revoked. */
  refresh(refreshToken: string): Promise<Refreshed>
  /** Best effort: never throws, returns whether the provider confirmed. */
  revoke(token: string): Promise<boolean>
}

/**
 * Sign-in with Google or a compatible provider: code flow with state, PKCE S256 and nonce. The id token's
 * signature, issuer, audience and expiry are checked. Throws TypeError for an invalid address.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { signIn, refresh } = providerFor(options)
  const { redirectUri } = options

  return {
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
        const { scope, ...tokens } = tokensIn(answer)
        return { ...tokens, scope: scope ?? [...requiredScopes], ...personIn(answer.claims()) }
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
  }
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
