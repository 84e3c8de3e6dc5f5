import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

/** A hidden field with what the browser asks a device for; the script puts the answer there. */
export interface PasskeyQuestion {
  name: string
  use: 'create' | 'get'
  /** JSON. */
  options: string
  /** The page that has the question anew, once its time is over. */
  anew?: string
}

/** Asks for a new passkey, in the field `passkey`. */
export function askToMake(options: PublicKeyCredentialCreationOptionsJSON): PasskeyQuestion {
  return { name: 'passkey', use: 'create', options: JSON.stringify(options) }
}

/** Asks for a passkey that the person has. */
export function askToUse(
  options: PublicKeyCredentialRequestOptionsJSON,
  name = 'passkey',
): PasskeyQuestion {
  return { name, use: 'get', options: JSON.stringify(options) }
}
