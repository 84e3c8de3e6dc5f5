import * as errors from '../errors.ts'
import type { VaultError, VaultErrorDetails } from '../errors.ts'

/** What the client needs to know about the request to classify a refusal. */
export type Subject = 'sign-in' | 'vault-access' | 'site' | 'slug' | 'upload' | 'other'

type ErrorClass = new (words: string, details: VaultErrorDetails) => VaultError

/** Every kind of refusal, and what it says to people. */
const kinds = {
  WrongCredentials: [errors.WrongCredentials, 'The e-mail address or the password is wrong.'],
  MfaRequired: [errors.MfaRequired, 'The account asks for the code of its second factor.'],
  MfaInvalid: [errors.MfaInvalid, 'The code of the second factor is wrong.'],
  NotSignedIn: [errors.NotSignedIn, 'Not signed in, or the sign-in has ended.'],
  WrongKey: [errors.WrongKey, 'This is not the key of the vault.'],
  NotAllowed: [errors.NotAllowed, 'The account may not do this.'],
  NotFound: [errors.NotFound, 'Not found.'],
  SlugTaken: [errors.SlugTaken, 'The slug is taken.'],
  TooLarge: [errors.TooLarge, 'The file is too large.'],
  QuotaExceeded: [errors.QuotaExceeded, 'There is no room left.'],
  HashMismatch: [errors.HashMismatch, 'The bytes that arrived do not have the announced hash.'],
  InvalidRequest: [errors.InvalidRequest, 'The host does not accept a value of the request.'],
  UnsupportedEncryption: [errors.UnsupportedEncryption, 'The encryption version is not supported.'],
  RateLimited: [errors.RateLimited, 'The host asks for fewer requests.'],
  Unavailable: [errors.Unavailable, 'The host cannot answer at present.'],
  UnexpectedAnswer: [errors.UnexpectedAnswer, 'This is not an answer of the vault API.'],
  Refused: [errors.Refused, 'The host refused.'],
} as const satisfies Record<string, readonly [ErrorClass, string]>

export type Kind = keyof typeof kinds

const temporary: ReadonlySet<Kind> = new Set(['RateLimited', 'Unavailable'])

/** Makes the error of a kind; `said` is what the host said, without secrets. */
export function errorOf(kind: Kind, said: string, details: VaultErrorDetails): VaultError {
  const [ErrorOfKind, words] = kinds[kind]
  const { endpoint, status, file } = details
  const where = [endpoint, status].filter(part => part !== undefined).join(' ')
  const text = [
    file === undefined ? '' : `${JSON.stringify(file)}:`,
    words,
    said === '' || said === words ? '' : `“${said}”`,
    where === '' ? '' : `(${where})`,
  ]
  return new ErrorOfKind(text.filter(part => part !== '').join(' '), {
    ...details,
    temporary: temporary.has(kind),
  })
}

const codes: Record<string, Kind> = {
  WRONGCREDENTIALS: 'WrongCredentials',
  INVALIDCREDENTIALS: 'WrongCredentials',
  MFAREQUIRED: 'MfaRequired',
  MFAINVALID: 'MfaInvalid',
  NOTSIGNEDIN: 'NotSignedIn',
  NOTLOGGEDIN: 'NotSignedIn',
  INVALIDTOKEN: 'NotSignedIn',
  UNAUTHORIZED: 'NotSignedIn',
  WRONGKEY: 'WrongKey',
  FORBIDDEN: 'NotAllowed',
  NOTALLOWED: 'NotAllowed',
  NOTFOUND: 'NotFound',
  SLUGTAKEN: 'SlugTaken',
  TOOLARGE: 'TooLarge',
  FILETOOLARGE: 'TooLarge',
  PAYLOADTOOLARGE: 'TooLarge',
  QUOTAEXCEEDED: 'QuotaExceeded',
  LIMITREACHED: 'QuotaExceeded',
  DISKFULL: 'QuotaExceeded',
  HASHMISMATCH: 'HashMismatch',
  INVALIDREQUEST: 'InvalidRequest',
  BADREQUEST: 'InvalidRequest',
  UNSUPPORTEDENCRYPTION: 'UnsupportedEncryption',
  UNSUPPORTEDENCRYPTIONVERSION: 'UnsupportedEncryption',
  RATELIMITED: 'RateLimited',
  TOOMANYREQUESTS: 'RateLimited',
  UNAVAILABLE: 'Unavailable',
  OVERLOADED: 'Unavailable',
  INTERNAL: 'Unavailable',
}

/** The kind that a code names, however it is spelt: `NOT_FOUND`, `NotFound`, `not-found`. */
export function kindOfCode(code: string): Kind | null {
  const key = code.replaceAll(/[^A-Za-z]/g, '').toUpperCase()
  return Object.hasOwn(codes, key) ? (codes[key] ?? null) : null
}

type TextRule = readonly [pattern: RegExp, kind: Kind, only?: readonly Subject[]]

// In their order; known texts of hosts in the field, and the plain words others are likely to use.
const texts: readonly TextRule[] = [
  [/(2fa|mfa|two.factor).*(incorrect|invalid|wrong|expired)/i, 'MfaInvalid', ['sign-in']],
  [/(incorrect|invalid|wrong|expired).*(2fa|mfa|two.factor)/i, 'MfaInvalid', ['sign-in']],
  [/2fa|mfa|two.factor/i, 'MfaRequired', ['sign-in']],
  [/overloaded|maintenance|temporarily|unavailable/i, 'Unavailable'],
  [/too many|rate limit|slow down/i, 'RateLimited'],
  [/not (logged|signed) in|(invalid|expired|unknown|missing) token/i, 'NotSignedIn'],
  [/token (is |has )?(invalid|expired)/i, 'NotSignedIn'],
  [/wrong (vault )?key/i, 'WrongKey', ['vault-access']],
  [/encryption version/i, 'UnsupportedEncryption'],
  [/invalid request|must be a/i, 'InvalidRequest'],
  [/hash.*(match|differ)|mismatch/i, 'HashMismatch', ['upload']],
  [/too (large|big)/i, 'TooLarge', ['upload']],
  [/quota|no space|storage|limit/i, 'QuotaExceeded', ['upload', 'site']],
  [/taken|already|in use/i, 'SlugTaken', ['slug']],
  [/not found|does not exist|no such/i, 'NotFound'],
  [/password|e-?mail|credential|login/i, 'WrongCredentials', ['sign-in']],
]

/** The kind that a text tells, for hosts that give no code. */
export function kindOfText(text: string, subject: Subject): Kind | null {
  const rule = texts.find(
    ([pattern, , only]) => (only === undefined || only.includes(subject)) && pattern.test(text),
  )
  return rule?.[1] ?? null
}

const statuses: Record<number, Kind> = {
  400: 'InvalidRequest',
  401: 'NotSignedIn',
  403: 'NotAllowed',
  404: 'NotFound',
  408: 'Unavailable',
  410: 'NotFound',
  411: 'InvalidRequest',
  413: 'TooLarge',
  415: 'InvalidRequest',
  422: 'InvalidRequest',
  425: 'Unavailable',
  429: 'RateLimited',
  500: 'Unavailable',
  502: 'Unavailable',
  503: 'Unavailable',
  504: 'Unavailable',
  507: 'QuotaExceeded',
}

/** The kind that a status tells, when the body tells nothing. */
export function kindOfStatus(status: number, subject: Subject): Kind | null {
  if (subject === 'sign-in' && (status === 401 || status === 403)) return 'WrongCredentials'
  if (subject === 'slug' && status === 409) return 'SlugTaken'
  return statuses[status] ?? (status >= 520 ? 'Unavailable' : null)
}
