export interface SignInOptions {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** These are Google's own where unset. Only `authUrl` is seen by browsers. */
  authUrl?: string
  tokenUrl?: string
  revokeUrl?: string
  jwksUrl?: string
  issuer?: string
}

/** Where to send the browser, and what must be kept for its return. */
export interface SignInAttempt {
  url: string
  state: string
  codeVerifier: string
  nonce: string
}

export interface Refreshed {
  accessToken: string
  /** Null when the provider sent none: the one we have stays valid. */
  refreshToken: string | null
  expiresInSeconds: number
  scope: string[]
}

export interface Grant extends Refreshed {
  tokenType: string
  /** As the provider writes it. */
  email: string
  emailVerified: boolean
  /** The account, whatever its address becomes. */
  subject: string
}

export interface SignIn {
  /** `consent` asks the person again, which is what makes Google send a refresh token again. */
  begin(options: { consent: boolean; loginHint?: string }): SignInAttempt
  /** `callbackUrl` is the address, or its path and query, that the browser came back to. */
  finish(callback: {
    callbackUrl: string
    state: string
    codeVerifier: string
    nonce: string
  }): Promise<Grant>
  refresh(refreshToken: string): Promise<Refreshed>
  /** Best effort: never throws, says whether the provider confirmed. */
  revoke(token: string): Promise<boolean>
}

/** Sign-in with Google, or with an endpoint that behaves like it. */
export function createSignIn(options: SignInOptions): SignIn {
  throw new Error(`not there yet: ${options.clientId}`)
}
