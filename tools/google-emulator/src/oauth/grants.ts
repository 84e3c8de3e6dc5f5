import { randomBytes } from 'node:crypto'
import type { Provider } from '../state/provider.ts'
import type { AccessToken, AuthorizationCode, Grant, RefreshToken } from '../state/state.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { grantedName, isIdentityScope } from './scopes.ts'

/** Google silently drops the oldest tokens above this number, and those unused for half a year. */
const refreshTokensPerAccount = 100
const refreshTokenIdle = { hours: 183 * 24 }
/** The life of a refresh token of an application in Testing. */
export const testingLifeSeconds = 604_799
const codeLife = { minutes: 10 }
const accessTokenLife = { seconds: 3600 }

export function findGrant(provider: Provider, email: string): Grant | undefined {
  return provider.state.grants.find(grant => grant.email === email)
}

/** Whether every requested scope has been granted before, so that no consent is needed. */
export function isCovered(grant: Grant | undefined, request: AuthorizationRequest): boolean {
  return (
    grant !== undefined && request.scopes.every(scope => grant.scopes.includes(grantedName(scope)))
  )
}

/**
 * Records consent, and issues a code. A refresh token comes with it only the
 * first time, or when consent was asked for again.
 *
 * @param ticked the scopes left ticked; identity scopes always are
 */
export function agree(
  provider: Provider,
  request: AuthorizationRequest,
  person: { email: string; ticked: readonly string[] },
): AuthorizationCode {
  const { state } = provider
  const { email } = person
  const before = findGrant(provider, email)
  const given = request.scopes
    .filter(scope => isIdentityScope(scope) || person.ticked.includes(scope))
    .map(grantedName)
  const all = [...new Set([...(before?.scopes ?? []), ...given])]
  state.grants = [...state.grants.filter(grant => grant !== before), { email, scopes: all }]

  const code: AuthorizationCode = {
    code: `4/0${randomBytes(32).toString('base64url')}`,
    email,
    scopes: request.includeGrantedScopes ? all : given,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    withRefreshToken: request.offline && (!before || request.prompts.includes('consent')),
    expiresAt: provider.clock.now().add(codeLife).epochMilliseconds,
  }
  state.codes.push(code)
  return code
}

/** Uses up a code; undefined if it is unknown, used or expired. */
export function takeCode(provider: Provider, presented: string): AuthorizationCode | undefined {
  const { state } = provider
  const found = state.codes.find(({ code }) => code === presented)
  const now = provider.clock.now().epochMilliseconds
  state.codes = state.codes.filter(code => code !== found && code.expiresAt > now)
  return found && found.expiresAt > now ? found : undefined
}

export function issueAccessToken(
  provider: Provider,
  { email, scopes }: { email: string; scopes: string[] },
): AccessToken {
  const now = provider.clock.now()
  const token = {
    token: `ya29.${randomBytes(48).toString('base64url')}`,
    email,
    scopes,
    expiresAt: now.add(accessTokenLife).epochMilliseconds,
  }
  const { state } = provider
  const live = state.accessTokens.filter(other => other.expiresAt > now.epochMilliseconds)
  state.accessTokens = [...live, token]
  return token
}

export function issueRefreshToken(
  provider: Provider,
  { email, scopes }: { email: string; scopes: string[] },
): RefreshToken {
  const { state } = provider
  const token = {
    token: `1//0${randomBytes(48).toString('base64url')}`,
    email,
    scopes,
    usedAt: provider.clock.now().epochMilliseconds,
    ...(provider.switches.testing && {
      expiresAt: provider.clock.now().add({ seconds: testingLifeSeconds }).epochMilliseconds,
    }),
  }
  const own = state.refreshTokens.filter(other => other.email === email)
  const dropped = own.slice(0, Math.max(0, own.length + 1 - refreshTokensPerAccount))
  state.refreshTokens = [...state.refreshTokens.filter(other => !dropped.includes(other)), token]
  return token
}

/** Finds a refresh token and marks it as used now; undefined if it is revoked or expired. */
export function useRefreshToken(provider: Provider, presented: string): RefreshToken | undefined {
  const found = provider.state.refreshTokens.find(({ token }) => token === presented)
  const oldest = provider.clock.now().subtract(refreshTokenIdle).epochMilliseconds
  const now = provider.clock.now().epochMilliseconds
  if (!found || found.usedAt < oldest || (found.expiresAt ?? Infinity) <= now) return undefined
  found.usedAt = now
  return found
}

/** Whose token this is, access or refresh. */
export function ownerOf(provider: Provider, presented: string): string | undefined {
  const { accessTokens, refreshTokens } = provider.state
  return [...accessTokens, ...refreshTokens].find(({ token }) => token === presented)?.email
}

/** Revokes every token and consent of an account, or of all accounts. */
export function revokeGrants(provider: Provider, email?: string): void {
  const { state } = provider
  const others = (entry: { email: string }) => email !== undefined && entry.email !== email
  state.grants = state.grants.filter(others)
  state.codes = state.codes.filter(others)
  state.refreshTokens = state.refreshTokens.filter(others)
  state.accessTokens = state.accessTokens.filter(others)
}
