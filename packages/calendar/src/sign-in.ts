import type { KeysBelow } from '@night-routine/wording'
import type { Finding } from './finding.ts'

/** Where to send the browser, and what to keep until it returns. */
export interface SignInAttempt {
  url: string
  state: string
  codeVerifier: string
  nonce: string
}

/** What a person is asked for. */
export interface SignInRequest {
  consent: boolean
  /** Whether a signed-in person is asked once more who they are. */
  again?: boolean | undefined
  loginHint?: string | undefined
}

/** What the browser returned with, and what was kept for it. */
export interface SignInReturn extends Omit<SignInAttempt, 'url'> {
  /** The address that the browser requested; only its query is used. */
  callbackUrl: string
}

/** A person, as an identity provider knows them. */
export interface Credentials {
  /** As the provider spells it. */
  email: string
  emailVerified: boolean
  /** The given name, else the whole one; null when the provider sent none. */
  name: string | null
  /** Identifies the account even when its e-mail address changes; with the issuer and a space before it, if any. */
  subject: string
  /** The access to the account's calendars; null when this provider only identifies people. */
  grant: Grant | null
  /** When the person last showed the provider who they are; null if it does not say. */
  authenticatedAt: Temporal.Instant | null
}

interface Tokens {
  accessToken: string
  /** Null when the provider sent none; the stored one, if any, stays valid. */
  refreshToken: string | null
  tokenType: 'Bearer'
  expiresInSeconds: number
  /** Null when the refresh token has no fixed end. */
  refreshTokenEndsInSeconds: number | null
}

/** A permission that a person can tick, or not. */
export type Permission = KeysBelow<'signIn.purpose'>

export interface Grant extends Tokens {
  scope: string[]
  /** What the household's calendar needs and the person did not grant. */
  missing: Permission[]
}

export interface Refreshed extends Tokens {
  /** Null when the provider sent none: the scope is unchanged. */
  scope: string[] | null
}

export interface SignIn {
  /** The provider's name, the same in every language. */
  readonly name: string
  /**
   * Whether the provider asks for password or passkey again, and says when. Google does neither: a confirmation shows no
   * more than that this browser has the account.
   */
  readonly asksAgain: boolean
  /** Where the provider is, if it may be a server of the operator's own: the doctor checks certificate and clock. */
  readonly server?: URL
  /**
   * With `consent`, asks for the calendars too, if they belong to the account. The person always chooses the
   * account, because browsers remember the last one. Throws SignInError when the provider does not answer.
   */
  begin(options: SignInRequest): SignInAttempt | Promise<SignInAttempt>
  /** Throws SignInError for a refusal, an invalid response or a provider that fails. */
  finish(returned: SignInReturn): Promise<Credentials>
  /** What the doctor finds about our client at this provider. */
  examine(): Promise<Finding[]>
}

/** Renews and ends the grants that came with a sign-in. */
export interface Grants {
  /** Throws CalendarError `unauthorized` when the grant was revoked. */
  refresh(refreshToken: string): Promise<Refreshed>
  /** Best effort: never throws, returns whether the provider confirmed. */
  revoke(token: string): Promise<boolean>
}
