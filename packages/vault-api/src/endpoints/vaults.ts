import type { Static } from 'typebox'
import { WrongKey } from '../errors.ts'
import {
  createSalt,
  deriveKey,
  keyHash,
  supportedEncryptionVersion,
  type EncryptionVersion,
} from '../keys.ts'
import { call, type CallOptions, type Session } from './call.ts'
import { endpoints, type VaultEntry } from './endpoints.ts'

export interface Region {
  readonly id: string
  readonly name: string
}

export type Vault = ReturnType<typeof vaultOf>

export interface NewVault {
  readonly name: string
  /** The password that its key is derived from; without one the service generates and keeps the key. */
  readonly password?: string | undefined
  /** The id of a region; by default the service chooses. */
  readonly region?: string | undefined
  readonly encryptionVersion?: EncryptionVersion | undefined
  readonly salt?: string | undefined
}

const versions = { supported_encryption_version: supportedEncryptionVersion }

export function vaultCalls(session: Session) {
  return {
    async regions({ host, ...options }: CallOptions & { host?: string } = {}): Promise<Region[]> {
      const answer = await call(session, endpoints.regions, { host }, options)
      return answer.regions.map(({ id, value, name }) => ({ id: id ?? value ?? name, name }))
    },

    /** The vaults of the account, and those that others share with it. */
    async list(options: CallOptions = {}) {
      const answer = await call(session, endpoints.listVaults, versions, options)
      return { vaults: answer.vaults.map(vaultOf), shared: (answer.shared ?? []).map(vaultOf) }
    },

    /** Makes a vault. The password never leaves this machine, only the hash of its key does. */
    async create(
      { name, password, region = '', salt = createSalt(), ...rest }: NewVault,
      options: CallOptions = {},
    ) {
      const version = rest.encryptionVersion ?? supportedEncryptionVersion
      const proof =
        password === undefined
          ? { keyhash: null }
          : { keyhash: await keyHash(await deriveKey(password, salt), salt, version), salt }
      const fields = { name, region, ...proof, encryption_version: version }
      const { id, name: called } = await call(session, endpoints.createVault, fields, options)
      return { id, name: called }
    },

    /** Checks that a password, or a key hash, opens a vault. @throws WrongKey */
    async access(
      { uid, host, salt, encryptionVersion }: VaultAddress,
      proof: { readonly password: string } | { readonly keyHash: string },
      options: CallOptions = {},
    ): Promise<void> {
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
        ...versions,
        encryption_version: encryptionVersion,
      }
      const { status } = await call(session, endpoints.accessVault, fields, options)
      if (typeof status !== 'string' || status === 'ok') return
      const endpoint = endpoints.accessVault.path
      throw new WrongKey('This is not the key of the vault.', { endpoint })
    },
  }
}

type VaultAddress = Readonly<Pick<Vault, 'uid' | 'host' | 'salt' | 'encryptionVersion'>>

function vaultOf(entry: Static<typeof VaultEntry>) {
  return {
    id: entry.id,
    uid: entry.uid ?? entry.id,
    name: entry.name,
    /** By the contract the key hash; empty, or the password itself, on hosts in the field. */
    password: entry.password ?? '',
    salt: entry.salt ?? '',
    /** When it was made, in milliseconds since 1970; 0 where the host does not say. */
    created: entry.created ?? 0,
    host: entry.host ?? '',
    size: entry.size ?? 0,
    region: entry.region ?? null,
    encryptionVersion: entry.encryption_version ?? 0,
  }
}
