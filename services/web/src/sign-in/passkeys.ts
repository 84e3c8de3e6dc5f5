import { createHmac } from 'node:crypto'
import { deriveKeys, type TokenKeys } from '@night-routine/database/connection'
import { findPasskey, savePasskeyUse, type Passkey } from '@night-routine/database/credentials'
import { message, type Message } from '@night-routine/wording'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { WebContext } from '../plugins/context.ts'
import { deviceText } from './device-text.ts'

type Party = Pick<WebContext, 'keys' | 'publicUrl'>

/** What the device has to sign: it is derived from where it is asked, so that it is stored nowhere. */
export interface Challenge {
  /** Where a passkey is asked for, so that what is signed for one page counts at no other one. */
  purpose: 'make account' | 'sign in' | 'add passkey' | 'confirm' | 'link'
  /** What makes it this one: a sign-in, a link, an offer, or a request that waits. */
  ids: readonly [string]
}

/** A passkey that a device has just made. */
export type NewPasskey = Omit<Passkey, 'identity' | 'createdAt' | 'lastUsedAt'>

/** Why a passkey does not count, with what the library said, for the log. */
export interface PasskeyRefusal {
  /** `copied`: it counts less uses than it had. */
  refused: 'unknown' | 'invalid' | 'copied'
  reason: string
}

/** The most characters of an answer; the longest one we have seen is one of 1,500. */
export const longestAnswer = 16_384

/** What a device makes a passkey from: one that it finds without a name later, and that asks who holds the device. */
export function creationOptions(
  { keys, publicUrl }: Pick<Party, 'keys'> & Partial<Party>,
  challenge: Challenge,
  person: { id: string; email: string; existing?: readonly Passkey[]; timeout?: number },
): PublicKeyCredentialCreationOptionsJSON {
  const { id, email, existing = [], timeout = timeoutMs } = person
  return {
    // The browser takes the address of the page where it is not known here.
    rp: { name: 'Night Routine', ...(publicUrl && { id: new URL(publicUrl).hostname }) },
    user: { id: userHandle(id), name: email, displayName: email },
    challenge: challengeTexts(keys, challenge)[0],
    pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: existing.map(({ id: known }) => ({ type: 'public-key', id: known })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** What a device answers to with a passkey. It names no passkeys: the page must not say who has an account. */
export function requestOptions(
  { keys, publicUrl }: Party,
  challenge: Challenge,
  timeout = timeoutMs,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: challengeTexts(keys, challenge)[0],
    rpId: new URL(publicUrl).hostname,
    timeout,
    userVerification: 'required',
  }
}

/**
 * Reads a passkey that a device made.
 * @param answer what the script of the page sent, as JSON
 * @param name of the device
 */
export async function readNewPasskey(
  { keys, publicUrl }: Party,
  challenge: Challenge,
  { answer, name }: { answer: string; name: string },
): Promise<NewPasskey | PasskeyRefusal> {
  const response = parseAnswer(answer)
  if (!Check(creation, response)) return { refused: 'invalid', reason: 'not a new passkey' }
  const { transports = [], ...signed } = response.response
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  return unlessInvalid(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      ...expected(publicUrl),
      expectedChallenge: text => challengeTexts(keys, challenge).includes(text),
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified) throw new Error('The statement of the device is not signed by its passkey.')
    const { id, publicKey, counter } = registrationInfo.credential
    return { id, publicKey, counter, transports, name }
  })
}

/**
 * Checks the use of a passkey and notes it.
 * @param answer what the script of the page sent, as JSON
 * @param owner the id of the identity whose passkeys count; undefined: anyone's
 */
export async function usePasskey(
  { db, clock, keys, publicUrl }: Party & Pick<WebContext, 'db' | 'clock'>,
  challenge: Challenge,
  answer: string,
  owner?: string,
): Promise<Passkey | PasskeyRefusal> {
  const response = parseAnswer(answer)
  if (!Check(use, response)) return { refused: 'invalid', reason: 'not the use of a passkey' }
  const passkey = await findPasskey(db, response.id)
  if (passkey === undefined || passkey.identity !== (owner ?? passkey.identity))
    return { refused: 'unknown', reason: 'no such passkey' }
  const { id, publicKey, identity } = passkey
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  let signed = ''
  const checked = await unlessInvalid(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      ...expected(publicUrl),
      expectedChallenge: text => {
        signed = text
        return challengeTexts(keys, challenge).includes(text)
      },
      // The counter is compared below, where two uses at once cannot both pass, and only once the signature is right.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    if (!verified) throw new Error('Not signed by this passkey.')
    const { userHandle: handle } = response.response
    // WebAuthn 3, 7.2, step 6.
    if (handle !== undefined && handle !== userHandle(identity))
      throw new Error('The passkey is one of another person.')
    return authenticationInfo
  })
  if ('refused' in checked) return checked
  const counter = checked.newCounter
  if (await savePasskeyUse(db, { id, counter, challenge: signed }, clock.now())) return passkey
  return { refused: 'copied', reason: `used before, or counts ${counter} after ${passkey.counter}` }
}

/** What a browser forgets the others by. */
export function acceptedPasskeys(
  { publicUrl }: Pick<Party, 'publicUrl'>,
  identity: string,
  passkeys: readonly Pick<Passkey, 'id'>[],
): string {
  return JSON.stringify({
    rpId: new URL(publicUrl).hostname,
    userId: userHandle(identity),
    allAcceptedCredentialIds: passkeys.map(({ id }) => id),
  })
}

/** A new passkey is called as the device that made it: "Firefox, Android". */
export function passkeyName({ headers, wording }: Pick<FastifyRequest, 'headers' | 'wording'>) {
  return deviceText(headers['user-agent']) ?? wording.say('sessions.unknownDevice')
}

/** What a person reads when a passkey does not count. */
export function passkeyRefusal({ refused }: PasskeyRefusal): Message {
  return message(`identity.passkey.${refused}`)
}

/** EdDSA, and what all devices know: ES256 and, for Windows, RS256. */
const algorithms = [-8, -7, -257] as const

/** As long as a sign-in lasts. */
const timeoutMs = 600_000

const long = Type.String({ maxLength: longestAnswer })
const passkey = { id: long, rawId: long, type: Type.Literal('public-key') }
const creation = Type.Object({
  ...passkey,
  response: Type.Object({
    clientDataJSON: long,
    attestationObject: long,
    transports: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
    ),
  }),
})
const use = Type.Object({
  ...passkey,
  response: Type.Object({
    clientDataJSON: long,
    authenticatorData: long,
    signature: long,
    userHandle: Type.Optional(long),
  }),
})

function parseAnswer(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

/** What both kinds of answers must be for; the library wants the person verified unless told otherwise. */
function expected(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true }
}

/** The library throws whatever is wrong with an answer, which is always the answer's fault. */
async function unlessInvalid<Result>(
  check: () => Promise<Result>,
): Promise<Result | PasskeyRefusal> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { refused: 'invalid', reason: error.message }
  }
}

/** The challenge for a device, and the others that count: those of older keys. */
function challengeTexts(keys: TokenKeys, { purpose, ids }: Challenge): [string, ...string[]] {
  const [newest, ...older] = deriveKeys(keys, 'passkey challenges')
  const of = (key: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...ids]))
      .digest('base64url')
  return [of(newest), ...older.map(of)]
}

/** How devices know a person. */
function userHandle(identity: string): string {
  return Buffer.from(identity.replaceAll('-', ''), 'hex').toString('base64url')
}
