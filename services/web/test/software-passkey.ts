import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'

/** What a dishonest browser or device says in place of what it should. */
interface Lies {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  /** Whether the device has asked its person. */
  isVerified?: boolean
  counter?: number
  userHandle?: string
  curve?: 'P-256' | 'P-384'
}

/** A device that makes one passkey, and signs what it is told to (WebAuthn 3, 6). */
export function softwarePasskey(origin: string, { curve = 'P-256' }: Pick<Lies, 'curve'> = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const id = randomBytes(16)
  const rpId = new URL(origin).hostname
  let counter = 0
  let handle = ''

  function answer(
    type: string,
    asked: { challenge: string },
    lies: Lies,
    attested: Buffer = Buffer.alloc(0),
  ) {
    const clientData = Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? asked.challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
    const flags = 0x01 | (lies.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const authData = Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags), count, attested])
    return { clientData, authData }
  }

  const credential = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response,
    })

  return {
    id: id.toString('base64url'),
    /** A new passkey, without attestation. */
    create(asked: PublicKeyCredentialCreationOptionsJSON, lies: Lies = {}): string {
      handle = asked.user.id
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        coseKey(publicKey.export({ format: 'jwk' }), curve),
      ])
      const { clientData, authData } = answer('webauthn.create', asked, lies, attested)
      const none = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestation = Buffer.concat([none, Buffer.of(authData.length), authData])
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** A use, which counts. */
    use(asked: PublicKeyCredentialRequestOptionsJSON, lies: Lies = {}): string {
      counter += 1
      const { clientData, authData } = answer('webauthn.get', asked, lies)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle ?? handle,
      })
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** An elliptic key as COSE writes it, in CBOR (RFC 9053, 7.1.1). */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }, curve: string): Buffer {
  const [algorithm, name] = curve === 'P-256' ? ['26', '01'] : ['3822', '02']
  return Buffer.concat([
    Buffer.from(`a5010203${algorithm}20${name}21`, 'hex'),
    bytes(x),
    Buffer.of(0x22),
    bytes(y),
  ])
}

function bytes(text: string): Buffer {
  const value = Buffer.from(text, 'base64url')
  return Buffer.concat([Buffer.of(0x58, value.length), value])
}

interface Asked {
  create: PublicKeyCredentialCreationOptionsJSON
  get: PublicKeyCredentialRequestOptionsJSON
}

/** What the page asks a device for. */
export function askedIn<Use extends keyof Asked>(html: string, use: Use): Asked[Use] {
  const [, options] = new RegExp(`data-passkey="${use}" data-options="([^"]*)"`).exec(html) ?? []
  if (options === undefined) throw new Error(`The page does not ask to ${use} a passkey.`)
  const plain = options.replaceAll('&quot;', '"').replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(plain) as Asked[Use]
}
