/** An answer of the token endpoints that is not a success, in the form of RFC 6749 section 5.2. */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.status = status
    this.code = code
  }

  body() {
    return { error: this.code, error_description: this.message }
  }
}
