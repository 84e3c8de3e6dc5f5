/** A failure of the vault service or on the way to it. Has no cause, because those of the HTTP library hold tokens. */
export class VaultError extends Error {
  override readonly name: string = 'VaultError'
  readonly endpoint: string | null
  /** The HTTP status of the answer, where there was one. */
  readonly status: number | null
  /** The host's own code for the error, where it gave one. */
  readonly code: string | null
  /** The path of the file that was sent or removed. */
  readonly file: string | null
  readonly retryAfterMs: number | null
  /** Whether the same request may succeed later. */
  readonly temporary: boolean
  /** False where the host cannot have seen the request. */
  readonly sent: boolean

  constructor(message: string, details: VaultErrorDetails = {}) {
    super(message)
    this.endpoint = details.endpoint ?? null
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.file = details.file ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.temporary = details.temporary ?? false
    // What names neither endpoint nor status was refused here, before anything was sent.
    this.sent = details.sent ?? (this.endpoint ?? this.status) !== null
  }
}

export type VaultErrorDetails = {
  readonly [Field in keyof Omit<VaultError, keyof Error>]?: VaultError[Field] | undefined
}

/** The kinds below differ in their name alone; it survives a bundler that renames classes. */
function named<Name extends string>(name: Name) {
  return class extends VaultError {
    override readonly name = name
  }
}

/** The e-mail address or the password is wrong. */
export class WrongCredentials extends named('WrongCredentials') {}
/** The account has a second factor; sign in again with its code. */
export class MfaRequired extends named('MfaRequired') {}
/** The code of the second factor is wrong or was used already. */
export class MfaInvalid extends named('MfaInvalid') {}
/** There is no token, or the host no longer takes it. */
export class NotSignedIn extends named('NotSignedIn') {}
/** The key hash does not open the vault. */
export class WrongKey extends named('WrongKey') {}
/** The account may not do this. */
export class NotAllowed extends named('NotAllowed') {}
/** The vault, site or file does not exist, or not for this account. */
export class NotFound extends named('NotFound') {}
/** Another site has this slug. */
export class SlugTaken extends named('SlugTaken') {}
/** The file is larger than a file may be. */
export class TooLarge extends named('TooLarge') {}
/** The site, or the host, has no room left. */
export class QuotaExceeded extends named('QuotaExceeded') {}
/** The account has as many sites or vaults as it can have. */
export class AccountFull extends named('AccountFull') {}
/** The host received other bytes than the hash says. */
export class HashMismatch extends named('HashMismatch') {}
/** The bytes changed between reading their hash and sending them. Nothing was stored. */
export class SourceChanged extends named('SourceChanged') {}
/** A value that was sent, or was about to be sent, is not allowed. */
export class InvalidRequest extends named('InvalidRequest') {}
/** The vault has an encryption version that this client, or the host, does not know. */
export class UnsupportedEncryption extends named('UnsupportedEncryption') {}
/** Too many requests. */
export class RateLimited extends named('RateLimited') {}
/** The host, or a proxy before it, cannot answer at present. */
export class Unavailable extends named('Unavailable') {}
/** No connection to the host, or it broke. */
export class Unreachable extends named('Unreachable') {}
/** The host took longer than the time limits allow. */
export class TimedOut extends named('TimedOut') {}
/** What came back is not an answer of this API: a page of a proxy, another shape, a redirect. */
export class UnexpectedAnswer extends named('UnexpectedAnswer') {}
/** The host refused, in words that name none of the kinds above. */
export class Refused extends named('Refused') {}
/** The site names a host that is not on the allow-list; no token was sent there. */
export class HostNotAllowed extends named('HostNotAllowed') {}
/** After a publish the site does not show what was put there. */
export class NotAsPublished extends named('NotAsPublished') {}
