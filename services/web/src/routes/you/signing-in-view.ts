import { passwordLengths } from '@night-routine/accounts'
import { unreadable, type IdentitySecrets, type Passkey } from '@night-routine/database'
import type { Message, Wording } from '@night-routine/wording'
import type { PasskeyButton, PasskeyQuestion } from '../../sign-in/passkey-button.ts'
import { qrCode, type QrCode } from '../feed/qr-code.ts'
import { passkeyLines, type PasskeyLine } from './passkeys-view.ts'

/** The section of a person's page about how they sign in. */
export interface SigningInView {
  hasPassword: boolean
  /** The second factor; null without a password, after which it is asked for. */
  factor: {
    isOn: boolean
    text: string
    /** How many recovery codes are left; null where codes can't be checked. */
    codesLeft: string | null
  } | null
  passkeys: PasskeyLine[]
  /** Whether browsers make passkeys at this address. */
  isSecure: boolean
}

/** How many recovery codes there are at first. */
const mostRecoveryCodes = 10

/** How this person signs in, and what they can change about it. */
export function signingInView({
  account: { hasPassword, mfa, totpSecret },
  codesLeft,
  passkeys,
  isSecure,
  timeZone,
  wording,
}: {
  account: Pick<IdentitySecrets, 'hasPassword' | 'mfa' | 'totpSecret'>
  codesLeft: number
  passkeys: readonly Passkey[]
  isSecure: boolean
  timeZone: string
  wording: Wording
}): SigningInView {
  const { say } = wording
  const isLost = totpSecret === unreadable
  const on = say(isLost ? 'account.factorLost' : 'account.factorOn')
  const left = say('account.codesLeft', { left: codesLeft, most: mostRecoveryCodes })
  const factor = {
    isOn: mfa,
    text: mfa ? on : say('account.factorOff'),
    codesLeft: mfa && !isLost ? left : null,
  }
  return {
    hasPassword,
    factor: hasPassword || mfa ? factor : null,
    passkeys: passkeyLines(passkeys, { timeZone, wording }),
    isSecure,
  }
}

/** A form with which a person changes how they sign in; each has its own page. */
export type SigningInForm = 'password' | 'second-factor' | 'second-factor/off' | 'recovery-codes'

/** The page of such a form. */
export interface SigningInFormView {
  title: string
  what: string
  /** Why nothing was changed. */
  fault: string | null
  action: string
  /** For password managers. */
  email: string
  asksPassword: boolean
  asksNew: boolean
  /** The fewest characters of a new password. */
  shortest: number
  /** The code that it asks for; null: none. */
  code: { label: string; hint: string | null } | null
  /** The key that an authenticator app is to keep. */
  key: {
    sealed: string
    qr: QrCode
    /** What opens the app on this device. */
    url: string
    id: string
    label: string
    secret: string
  } | null
  submit: string
  /** Confirms and sends the form in place of a password. */
  passkey: PasskeyButton | null
}

/** A new key for an authenticator app, and how the form brings it back. */
export interface OfferedKey {
  secret: string
  url: string
  sealed: string
}

/** One of the forms, perhaps with what was wrong with it before. */
export function signingInFormView({
  form,
  account: { email, hasPassword, totpSecret },
  question = null,
  offered = null,
  fault = null,
  wording: { say, tell },
}: {
  form: SigningInForm
  account: Pick<IdentitySecrets, 'email' | 'hasPassword' | 'totpSecret'>
  /** For a passkey, where there is no password. */
  question?: PasskeyQuestion | null
  /** With `second-factor`. */
  offered?: OfferedKey | null
  fault?: Message | null
  wording: Wording
}): SigningInFormView {
  const isLost = totpSecret === unreadable
  const texts = {
    password: {
      title: say(hasPassword ? 'account.changePassword' : 'account.choosePassword'),
      what: say('account.passwordEnds'),
      submit: say(hasPassword ? 'account.change' : 'settings.save'),
    },
    'second-factor': {
      title: say('account.turnOnFactor'),
      what: say('account.turnOnWhat'),
      submit: say('account.turnOn'),
    },
    'second-factor/off': {
      title: say('account.turnOffFactor'),
      what: say(isLost ? 'account.factorLost' : 'account.turnOffWhat'),
      submit: say('account.turnOff'),
    },
    'recovery-codes': {
      title: say('account.replaceCodes'),
      what: say('account.replaceWhat'),
      submit: say('account.replace'),
    },
  }
  const key = offered && {
    sealed: offered.sealed,
    qr: qrCode(offered.url),
    url: offered.url,
    id: 'key',
    label: say('account.key'),
    secret: offered.secret,
  }
  return {
    ...texts[form],
    fault: fault && tell(fault),
    action: `/you/${form}`,
    email,
    asksPassword: hasPassword,
    asksNew: form === 'password',
    shortest: passwordLengths.shortest,
    code: codeOf(),
    key,
    passkey: question && { questions: [question], text: texts[form].submit, isQuiet: false },
  }

  function codeOf(): SigningInFormView['code'] {
    if (form === 'password' || isLost) return null
    if (form === 'second-factor') return { label: say('account.firstCode'), hint: null }
    return { label: say('identity.code'), hint: say('identity.codeHint') }
  }
}

/** The page that shows new recovery codes, once. */
export interface RecoveryCodesView {
  title: string
  codes: readonly string[]
  copy: { id: string; label: string; text: string }
}

export function recoveryCodesView(codes: readonly string[], { say }: Wording): RecoveryCodesView {
  const copy = { id: 'codes', label: say('account.codes'), text: codes.join('\n') }
  return { title: say('account.codesTitle'), codes, copy }
}
