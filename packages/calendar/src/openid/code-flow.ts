import { createHash } from 'node:crypto'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import { outsideText } from '@night-routine/service'
import { SignInError } from '../errors.ts'
import type { SignInAttempt, SignInReturn } from '../sign-in.ts'

/** Starts a code flow with state, PKCE S256 and nonce; `parameters` are the provider's own. */
export function beginCodeFlow(
  provider: Configuration,
  redirectUri: string,
  parameters: Record<string, string>,
): SignInAttempt {
  const codeVerifier = randomPKCECodeVerifier()
  const state = randomState()
  const nonce = randomNonce()
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    ...parameters,
    state,
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { url: url.href, state, codeVerifier, nonce }
}

/** Where the browser returned to: our own address, with the provider's answer to this attempt. */
export function returnedUrl(
  { callbackUrl, state }: Pick<SignInReturn, 'callbackUrl' | 'state'>,
  redirectUri: string,
): URL {
  const url = new URL(redirectUri)
  url.search = URL.parse(callbackUrl, redirectUri)?.search ?? ''
  const query = url.searchParams
  const once = (name: string) => query.getAll(name).length === 1
  if (!once('state') || query.get('state') !== state) throw new SignInError('mismatch', 'state')
  if (once('code') === once('error')) throw new SignInError('mismatch', 'code')
  return url
}

/** The tokens for the code, once signature, issuer, audience, expiry and nonce of the id token are checked. */
export function redeemCode(
  provider: Configuration,
  url: URL,
  { state, codeVerifier, nonce }: Omit<SignInReturn, 'callbackUrl'>,
): ReturnType<typeof authorizationCodeGrant> {
  return authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
}

/** What a provider says about a person, in an id token or at UserInfo. */
export interface Claims {
  sub: string
  email?: unknown
  email_verified?: unknown
  [claim: string]: unknown
}

/**
 * The person of these claims. Throws SignInError `no-address` when they have no e-mail address, `unproven` when the
 * subject identifies no one. Neither is ever shortened or repaired: the result could be another person's.
 */
export function personIn({ sub, email, ...claims }: Claims) {
  if (!isWhole(sub, mostOfSubject)) throw new SignInError('unproven', 'no usable subject')
  if (!isWhole(email, mostOfAddress)) throw new SignInError('no-address')
  return {
    email,
    // Some providers send each claim as a text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: textIn(claims['given_name']) ?? textIn(claims['name']),
    subject: sub,
    authenticatedAt: authenticatedAt(claims),
  }
}

/** When a person last showed the provider who they are, as an id token says; null if it does not. */
export function authenticatedAt({ auth_time: seconds }: Record<string, unknown>) {
  const isTime = Number.isSafeInteger(seconds) && Math.abs(Number(seconds)) < 1e11
  return isTime ? Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000) : null
}

/** OpenID Connect Core, section 2. */
const mostOfSubject = 255

/** RFC 5321, 4.5.3.1. */
const mostOfAddress = 254

const mostOfName = 200

function isWhole(claim: unknown, limit: number): claim is string {
  return typeof claim === 'string' && claim.trim() !== '' && outsideText(claim, limit) === claim
}

function textIn(claim: unknown): string | null {
  return typeof claim === 'string' ? outsideText(claim.trim(), mostOfName).trim() || null : null
}
