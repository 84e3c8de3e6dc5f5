import * as errors from '../errors.ts'
import type { VaultError, VaultErrorDetails } from '../errors.ts'

/** What a refused request was about: the same words mean different things to different endpoints. */
export type Subject = 'sign-in' | 'vault-access' | 'account' | 'site' | 'slug' | 'upload' | 'other'

/** Every kind of refusal, and what it says to people. */
const messages = {
  WrongCredentials: 'The e-mail address or the password is wrong.',
  MfaRequired: 'The account asks for the code of its second factor.',
  MfaInvalid: 'The code of the second factor is wrong.',
  NotSignedIn: 'Not signed in, or the sign-in has ended.',
  WrongKey: 'This is not the key of the vault.',
  NotAllowed: 'The account may not do this.',
  NotFound: 'Not found.',
  SlugTaken: 'The slug is taken.',
  TooLarge: 'The file is too large.',
  AccountFull: 'The account is full.',
  QuotaExceeded: 'There is no room left.',
  HashMismatch: 'The bytes that arrived do not have the announced hash.',
  InvalidRequest: 'The host does not accept a value of the request.',
  UnsupportedEncryption: 'The encryption version is not supported.',
  RateLimited: 'The host asks for fewer requests.',
  Unavailable: 'The host cannot answer at present.',
  UnexpectedAnswer: 'This is not an answer of the vault API.',
  Refused: 'The host refused.',
} as const

export type Kind = keyof typeof messages

const classes: Record<Kind, new (text: string, details: VaultErrorDetails) => VaultError> = errors

export function errorOf(kind: Kind, said: string, details: VaultErrorDetails): VaultError {
  const { endpoint, status, file } = details
  const where = [endpoint, status].filter(part => part !== undefined && part !== null).join(' ')
  const text = [
    file === undefined || file === null ? '' : `${JSON.stringify(file)}:`,
    messages[kind],
    said === '' || said === messages[kind] ? '' : `“${said}”`,
    where === '' ? '' : `(${where})`,
  ]
  const temporary = kind === 'RateLimited' || kind === 'Unavailable'
  return new classes[kind](text.filter(part => part !== '').join(' '), { ...details, temporary })
}

// `Refused` and `UnexpectedAnswer` say that nothing else fits, so no code names them.
const kindsWithCode = Object.keys(messages).filter(
  (name): name is Kind => name !== 'Refused' && name !== 'UnexpectedAnswer',
)

/** Codes that hosts in the field use beside the names of the kinds. */
const aliases: Record<string, Kind> = {
  INVALIDCREDENTIALS: 'WrongCredentials',
  NOTLOGGEDIN: 'NotSignedIn',
  INVALIDTOKEN: 'NotSignedIn',
  UNAUTHORIZED: 'NotSignedIn',
  FORBIDDEN: 'NotAllowed',
  FILETOOLARGE: 'TooLarge',
  PAYLOADTOOLARGE: 'TooLarge',
  LIMITREACHED: 'AccountFull',
  DISKFULL: 'QuotaExceeded',
  BADREQUEST: 'InvalidRequest',
  UNSUPPORTEDENCRYPTIONVERSION: 'UnsupportedEncryption',
  TOOMANYREQUESTS: 'RateLimited',
  OVERLOADED: 'Unavailable',
  INTERNAL: 'Unavailable',
}

/** The kind that a code names, however it is spelt: `NOT_FOUND`, `NotFound`, `not-found`. */
export function kindOfCode(code: string): Kind | null {
  const letters = code.replaceAll(/[^A-Za-z]/g, '').toUpperCase()
  if (Object.hasOwn(aliases, letters)) return aliases[letters] ?? null
  return kindsWithCode.find(kind => kind.toUpperCase() === letters) ?? null
}

// In their order; known texts of hosts in the field, and the plain words others are likely to use.
const texts: readonly (readonly [pattern: RegExp, kind: Kind, only?: readonly Subject[]])[] = [
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
  [/quota|no space|storage|limit|full/i, 'AccountFull', ['account']],
  [/quota|no space|storage|limit|full/i, 'QuotaExceeded', ['upload', 'site']],
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

const statuses: readonly (readonly [kind: Kind, statuses: readonly number[]])[] = [
  ['InvalidRequest', [400, 411, 415, 422]],
  ['NotSignedIn', [401]],
  ['NotAllowed', [403]],
  ['NotFound', [404, 410]],
  ['TooLarge', [413]],
  ['RateLimited', [429]],
  ['Unavailable', [408, 425, 500, 502, 503, 504]],
  ['QuotaExceeded', [507]],
]

/** The kind that a status tells, when the body tells nothing. */
export function kindOfStatus(status: number, subject: Subject): Kind | null {
  if (subject === 'sign-in' && (status === 401 || status === 403)) return 'WrongCredentials'
  if (subject === 'slug' && status === 409) return 'SlugTaken'
  const known = statuses.find(([, list]) => list.includes(status))
  return known?.[0] ?? (status >= 520 ? 'Unavailable' : null)
}
