/** What is known of a failure, apart from its kind. Nothing in here is secret. */
export interface VaultErrorDetails {
  /** The path of the endpoint that was asked. */
  readonly endpoint?: string
  /** The HTTP status of the answer, where there was one. */
  readonly status?: number
  /** The host's own code for the error, where it gave one. */
  readonly code?: string
  /** The path of the file that was sent or removed. */
  readonly file?: string
  /** How long the host asks to be left alone. */
  readonly retryAfterMs?: number
  /** Whether the same request may succeed later. */
  readonly temporary?: boolean
  /** False where the host cannot have seen the request. */
  readonly sent?: boolean
}

/**
 * A failure of the vault service or on the way to it. Carries no cause: what the HTTP library throws
 * holds tokens and bodies, and errors end up in logs.
 */
export class VaultError extends Error {
  override readonly name: string = 'VaultError'
  readonly endpoint: string | null
  readonly status: number | null
  readonly code: string | null
  readonly file: string | null
  readonly retryAfterMs: number | null
  readonly temporary: boolean
  readonly sent: boolean

  constructor(words: string, details: VaultErrorDetails = {}) {
    super(words)
    this.endpoint = details.endpoint ?? null
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.file = details.file ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.temporary = details.temporary ?? false
    // What names neither endpoint nor status was refused here, before anything was sent.
    this.sent = details.sent ?? (details.endpoint ?? details.status) !== undefined
  }
}

/** The e-mail address or the password is wrong. */
export class WrongCredentials extends VaultError {
  override readonly name = 'WrongCredentials'
}
/** The account has a second factor; sign in again with its code. */
export class MfaRequired extends VaultError {
  override readonly name = 'MfaRequired'
}
/** The code of the second factor is wrong or was used already. */
export class MfaInvalid extends VaultError {
  override readonly name = 'MfaInvalid'
}
/** There is no token, or the host no longer takes it. */
export class NotSignedIn extends VaultError {
  override readonly name = 'NotSignedIn'
}
/** The key hash does not open the vault. */
export class WrongKey extends VaultError {
  override readonly name = 'WrongKey'
}
/** The account may not do this. */
export class NotAllowed extends VaultError {
  override readonly name = 'NotAllowed'
}
/** The vault, site or file does not exist, or not for this account. */
export class NotFound extends VaultError {
  override readonly name = 'NotFound'
}
/** Another site has this slug. */
export class SlugTaken extends VaultError {
  override readonly name = 'SlugTaken'
}
/** The file is larger than a file may be. */
export class TooLarge extends VaultError {
  override readonly name = 'TooLarge'
}
/** The site, or the account, has no room left. */
export class QuotaExceeded extends VaultError {
  override readonly name = 'QuotaExceeded'
}
/** The host received other bytes than the hash says. */
export class HashMismatch extends VaultError {
  override readonly name = 'HashMismatch'
}
/** The bytes changed between reading their hash and sending them. Nothing was stored. */
export class SourceChanged extends VaultError {
  override readonly name = 'SourceChanged'
}
/** A value that was sent, or was about to be sent, is not allowed. */
export class InvalidRequest extends VaultError {
  override readonly name = 'InvalidRequest'
}
/** The vault has an encryption version that this client, or the host, does not know. */
export class UnsupportedEncryption extends VaultError {
  override readonly name = 'UnsupportedEncryption'
}
/** Too many requests. */
export class RateLimited extends VaultError {
  override readonly name = 'RateLimited'
}
/** The host, or a proxy before it, cannot answer at present. */
export class Unavailable extends VaultError {
  override readonly name = 'Unavailable'
}
/** No connection to the host, or it broke. */
export class Unreachable extends VaultError {
  override readonly name = 'Unreachable'
}
/** The host took longer than the time limits allow. */
export class TimedOut extends VaultError {
  override readonly name = 'TimedOut'
}
/** What came back is not an answer of this API: a page of a proxy, another shape, a redirect. */
export class UnexpectedAnswer extends VaultError {
  override readonly name = 'UnexpectedAnswer'
}
/** The host refused, in words that name none of the kinds above. */
export class Refused extends VaultError {
  override readonly name = 'Refused'
}
/** The site names a host that is not on the allow-list; no token was sent there. */
export class HostNotAllowed extends VaultError {
  override readonly name = 'HostNotAllowed'
}
/** After a publish the site does not show what was put there. */
export class NotAsPublished extends VaultError {
  override readonly name = 'NotAsPublished'
}
