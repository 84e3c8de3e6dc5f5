import { refreshTokenGrant, tokenRevocation, type TokenEndpointResponse } from 'openid-client'
import { SignInError } from '../errors.ts'
import { classifySignIn } from '../openid/classify.ts'
import { beginCodeFlow, personIn, redeemCode, returnedUrl } from '../openid/code-flow.ts'
import type {
  Grant,
  Grants,
  Identity,
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
