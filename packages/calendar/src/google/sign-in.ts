import { outsideText } from '@night-routine/service'
import { refreshTokenGrant, tokenRevocation, type TokenEndpointResponse } from 'openid-client'
import { SignInError } from '../errors.ts'
import { classifySignIn } from '../openid/classify.ts'
import { beginCodeFlow, personIn, redeemCode, returnedUrl } from '../openid/code-flow.ts'
import type {
  Grant,
  Grants,
  Credentials,
  Refreshed,
  SignIn,
  SignInAttempt,
  SignInRequest,
  SignInReturn,
} from '../sign-in.ts'
import { classifyRefresh } from './classify-refresh.ts'
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
  begin(options: SignInRequest): SignInAttempt
  finish(returned: SignInReturn): Promise<Credentials & { grant: Grant }>
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
    asksAgain: false,

    // Only after the consent page does Google send a new refresh token.
    begin: ({ consent, loginHint }) =>
      beginCodeFlow(signIn, redirectUri, {
        scope: (consent ? requiredScopes : identityScopes).join(' '),
        prompt: consent ? 'select_account consent' : 'select_account',
        ...(consent ? { access_type: 'offline' } : {}),
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
      }),

    async finish({ callbackUrl, ...attempt }) {
      const url = returnedUrl({ callbackUrl, ...attempt }, redirectUri)
      try {
        const answer = await redeemCode(signIn, url, attempt)
        const claims = answer.claims()
        if (claims === undefined) throw new SignInError('unproven', 'no id token')
        const { scope: granted, ...tokens } = tokensIn(answer)
        const scope = granted ?? [...requiredScopes]
        const grant = { ...tokens, scope, missing: missingPermissions(scope) }
        return { ...personIn(claims), grant }
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
        await tokenRevocation(signIn, token)
        return true
      } catch {
        return false
      }
    },

    examine: () => examineClient(google, options),
  }
  return google
}

/** A sign-in that only says who a person is: it never asks for calendars, and keeps no grant. */
export function withoutCalendars(signIn: GoogleSignIn): SignIn {
  return {
    ...signIn,
    begin: ({ loginHint }) => signIn.begin({ consent: false, loginHint }),
    finish: async returned => ({ ...(await signIn.finish(returned)), grant: null }),
  }
}

/** @throws SignInError `unproven` when a token has characters that a header cannot carry */
function tokensIn(answer: TokenEndpointResponse): Refreshed {
  const { access_token: accessToken, refresh_token: refreshToken = null } = answer
  for (const token of [accessToken, refreshToken ?? accessToken])
    if (!/^[\x20-\x7e]{1,10000}$/.test(token)) throw new SignInError('unproven', 'no usable token')
  return {
    accessToken,
    refreshToken,
    tokenType: 'Bearer',
    refreshTokenEndsInSeconds: secondsIn(answer['refresh_token_expires_in']),
    // Google always sends it, and it has always been an hour.
    expiresInSeconds: wholeSeconds(answer.expires_in ?? 3600),
    scope: answer.scope === undefined ? null : outsideText(answer.scope, mostOfScope).split(' '),
  }
}

const mostOfScope = 2000

/** Ten years: longer than anything a provider promises, and within what a date can hold. */
const mostSeconds = 315_576_000

const wholeSeconds = (seconds: number) => Math.floor(Math.min(seconds, mostSeconds))

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && value > 0 ? wholeSeconds(value) : null
}
