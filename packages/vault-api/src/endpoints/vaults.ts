import { Type, type Static } from 'typebox'
import { createSalt, deriveKey, keyHash, supportedEncryptionVersion } from '../keys.ts'
import { WrongKey } from '../errors.ts'
import { ask, type CallOptions, type Endpoint, type Session } from './endpoint.ts'

const RegionEntry = Type.Object({
  id: Type.Optional(Type.String()),
  value: Type.Optional(Type.String()),
  name: Type.String(),
})

const VaultEntry = Type.Object({
  id: Type.String(),
  uid: Type.Optional(Type.String()),
  name: Type.String(),
  password: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  salt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  created: Type.Optional(Type.Number()),
  host: Type.Optional(Type.String()),
  size: Type.Optional(Type.Number()),
  region: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  encryption_version: Type.Optional(Type.Integer()),
})

const regions = {
  base: 'main',
  path: '/vault/regions',
  subject: 'other',
  answer: Type.Object({ regions: Type.Array(RegionEntry) }),
  expects: ['regions'],
  repeat: 'safe',
} as const satisfies Endpoint

const list = {
  base: 'main',
  path: '/vault/list',
  subject: 'other',
  answer: Type.Object({
    vaults: Type.Array(VaultEntry),
    shared: Type.Optional(Type.Array(VaultEntry)),
  }),
  expects: ['vaults'],
  repeat: 'safe',
} as const satisfies Endpoint

const create = {
  base: 'main',
  path: '/vault/create',
  subject: 'other',
  answer: Type.Object({ id: Type.String(), name: Type.String() }),
  expects: ['id'],
  // Sent twice it makes two vaults.
  repeat: 'unsent',
} as const satisfies Endpoint

const access = {
  base: 'main',
  path: '/vault/access',
  subject: 'vault-access',
  answer: Type.Object({ status: Type.Optional(Type.Unknown()) }),
  expects: ['status'],
  repeat: 'safe',
} as const satisfies Endpoint

export interface Region {
  readonly id: string
  readonly name: string
}

export interface Vault {
  readonly id: string
  readonly uid: string
  readonly name: string
  /** By the contract the key hash; empty, or the password itself, on hosts in the field. */
  readonly password: string
  readonly salt: string
  /** When it was made, in milliseconds since 1970; 0 where the host does not say. */
  readonly created: number
  readonly host: string
  readonly size: number
  readonly region: string | null
  readonly encryptionVersion: number
}

export interface NewVault {
  readonly name: string
  /** The password that its key is derived from; without one the service generates and keeps the key. */
  readonly password?: string | undefined
  /** The id of a region; by default the service chooses. */
  readonly region?: string | undefined
  readonly encryptionVersion?: 0 | 2 | 3 | undefined
  /** Instead of a fresh one. */
  readonly salt?: string | undefined
}

/** The four endpoints of vaults. */
export function vaultCalls(session: Session) {
  return {
    /** The regions a vault can be made in. */
    async regions({ host, ...options }: CallOptions & { host?: string } = {}): Promise<Region[]> {
      const fields = host === undefined ? {} : { host }
      const answer = await ask(session, regions, fields, options)
      return answer.regions.map(({ id, value, name }) => ({ id: id ?? value ?? name, name }))
    },

    /** The vaults of the account, and those that others share with it. */
    async list(options: CallOptions = {}): Promise<{ vaults: Vault[]; shared: Vault[] }> {
      const fields = { supported_encryption_version: supportedEncryptionVersion }
      const answer = await ask(session, list, fields, options)
      return { vaults: answer.vaults.map(vaultOf), shared: (answer.shared ?? []).map(vaultOf) }
    },

    /** Makes a vault. The password never leaves this machine, only the hash of its key does. */
    async create(
      vault: NewVault,
      options: CallOptions = {},
    ): Promise<{ id: string; name: string }> {
      const version = vault.encryptionVersion ?? supportedEncryptionVersion
      const proof = await proofOf(vault, version)
      const { name, region = '' } = vault
      const fields = { name, region, ...proof, encryption_version: version }
      const { id, name: called } = await ask(session, create, fields, options)
      return { id, name: called }
    },

    /**
     * Checks that a password, or a key hash, opens a vault.
     *
     * @throws WrongKey
     */
    async access(
      vault: Pick<Vault, 'uid' | 'host' | 'salt' | 'encryptionVersion'>,
      proof: { readonly password: string } | { readonly keyHash: string },
      options: CallOptions = {},
    ): Promise<void> {
      const { uid, host, salt, encryptionVersion } = vault
      const keyhash =
        'keyHash' in proof
          ? proof.keyHash
          : await keyHash(await deriveKey(proof.password, salt), salt, encryptionVersion)
      const fields = {
        vault_uid: uid,
        // Some hosts know the field by its older name only.
        uid,
        keyhash,
        host,
        supported_encryption_version: supportedEncryptionVersion,
        encryption_version: encryptionVersion,
      }
      const { status } = await ask(session, access, fields, options)
      if (typeof status === 'string' && status !== 'ok')
        throw new WrongKey('This is not the key of the vault.', { endpoint: access.path })
    },
  }
}

async function proofOf({ password, salt = createSalt() }: NewVault, version: number) {
  if (password === undefined) return { keyhash: null }
  return { keyhash: await keyHash(await deriveKey(password, salt), salt, version), salt }
}

function vaultOf(entry: Static<typeof VaultEntry>): Vault {
  return {
    id: entry.id,
    uid: entry.uid ?? entry.id,
    name: entry.name,
    password: entry.password ?? '',
    salt: entry.salt ?? '',
    created: entry.created ?? 0,
    host: entry.host ?? '',
    size: entry.size ?? 0,
    region: entry.region ?? null,
    encryptionVersion: entry.encryption_version ?? 0,
  }
}
