import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { unreadable } from '@night-routine/database/connection'
import { createVault, readVaults, type NewVault, type Vault } from '@night-routine/database/vault'
import {
  createSalt,
  deriveKey,
  encryptionVersions,
  keyHash as hashOfKey,
} from '@night-routine/vault-api/keys'
import { Type, type Static } from 'typebox'
import { randomId } from '../credentials.ts'
import { Failure, invalid } from '../failures.ts'
import type { Host } from '../host.ts'
import { call, done, hex, host as anyHost, id, plainText } from './input.ts'

const Regions = Type.Object({
  regions: Type.Array(
    Type.Object({ id: Type.String(), value: Type.String(), name: Type.String() }),
  ),
})

/** A vault in a response. `created` is in milliseconds since 1970. */
const VaultView = Type.Object({
  id: Type.String(),
  uid: Type.String(),
  name: Type.String(),
  password: Type.String(),
  salt: Type.String(),
  created: Type.Integer(),
  host: Type.String(),
  size: Type.Integer(),
  region: Type.String(),
  encryption_version: Type.Integer(),
})

const Vaults = Type.Object({
  vaults: Type.Array(VaultView),
  shared: Type.Array(VaultView),
  limit: Type.Integer(),
})

const version = Type.Optional(Type.Integer())

const newVault = {
  name: plainText,
  // Null or empty: the host generates the key.
  keyhash: Type.Union([hex, Type.Null()]),
  salt: Type.Optional(Type.Union([hex, Type.Null()])),
  // Null or empty: the host chooses.
  region: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  encryption_version: Type.Integer(),
}

const proof = {
  // Clients differ in the name of the field, and in whether they send the id or the uid.
  vault_uid: Type.Optional(id),
  uid: Type.Optional(id),
  keyhash: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), Type.Null()])),
  host: Type.Optional(Type.Union([anyHost, Type.Null()])),
  supported_encryption_version: version,
  encryption_version: version,
}

// The one region of this host. `value` is another name for the id that some clients use.
const home = { id: 'home', value: 'home', name: 'Home' }

/** The vaults of an account. This host keeps their keys and names, and none of their contents. */
export const vaultRoutes: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  const { db, keys, config } = host

  service.post(
    '/vault/regions',
    call('The regions for vaults.', { host: Type.Optional(anyHost) }, Regions),
    async () => ({ regions: [home] }),
  )

  // Includes vaults of a version that the client does not support: a person who cannot open a vault should
  // still see that it exists.
  service.post(
    '/vault/list',
    call('The vaults of the caller.', { supported_encryption_version: version }, Vaults),
    async ({ caller }) => {
      const vaults = await readVaults(db, keys, caller.id)
      for (const vault of vaults)
        if (vault.password === unreadable)
          host.warnUndecryptableSecret('password of a vault', vault.id)
      return {
        vaults: vaults.map(vault => vaultView(host, vault)),
        shared: [],
        limit: config.VAULT_VAULTS_PER_ACCOUNT,
      }
    },
  )

  service.post(
    '/vault/create',
    call('Creates a vault. With a null `keyhash` the host generates the key.', newVault, VaultView),
    async ({ body, caller }) => {
      const encryptionVersion = encryptionVersions.find(one => one === body.encryption_version)
      if (encryptionVersion === undefined) throw new Failure('UNSUPPORTED_ENCRYPTION')
      const { name, keyhash, salt, region } = body
      if (region && region !== home.id)
        throw invalid(`There is no such region. There is: ${home.id}.`)
      const vault: NewVault = {
        id: randomId(),
        name,
        ...(keyhash ? clientKeys(keyhash, salt) : await ownKeys(encryptionVersion)),
        region: home.id,
        encryptionVersion,
        createdAt: host.clock.now(),
      }
      const limit = config.VAULT_VAULTS_PER_ACCOUNT
      if (!(await createVault(db, keys, { accountId: caller.id, vault, limit })))
        throw new Failure('LIMIT_REACHED', {
          text: `This account is full: it can have at most ${limit} vaults.`,
        })
      return vaultView(host, vault)
    },
  )

  service.post(
    '/vault/access',
    call('Checks the key hash of a vault. `uid` is an alias of `vault_uid`.', proof, done),
    async ({ body, caller }) => {
      const asked = body.vault_uid ?? body.uid
      if (asked === undefined) throw invalid('vault_uid must be a string.')
      const vault = (await readVaults(db, keys, caller.id)).find(one => one.id === asked)
      if (!vault) throw new Failure('NOT_FOUND', { text: 'Vault not found.' })
      const { encryptionVersion: own, password } = vault
      const { encryption_version: used = own, supported_encryption_version: highest = own } = body
      if (used !== own || highest < own)
        throw new Failure('UNSUPPORTED_ENCRYPTION', {
          text: `This vault has encryption version ${own}.`,
        })
      const { keyhash } = body
      // A caller who may read the password of a vault need not prove to have it.
      const isGiven = password !== null && password !== unreadable
      if (!keyhash && isGiven) return { status: 'ok' as const }
      if (keyhash === undefined || keyhash === null) throw invalid('keyhash must be a string.')
      if (!isSame(keyhash.toLowerCase(), vault.keyHash)) throw new Failure('WRONG_KEY')
      return { status: 'ok' as const }
    },
  )
}

/** A vault with the fields of every known client: `uid` and `id` are the same. */
function vaultView({ config, addresses }: Host, vault: Vault): Static<typeof VaultView> {
  // Clients need the password that the host generated. Where it is lost, they would take the key hash for it.
  const keyHash = config.VAULT_HIDE_KEY_HASH ? '' : vault.keyHash
  const password = vault.password === unreadable ? '' : (vault.password ?? keyHash)
  return {
    id: vault.id,
    uid: vault.id,
    name: vault.name,
    password,
    salt: vault.salt,
    created: vault.createdAt.epochMilliseconds,
    host: addresses.host,
    size: 0,
    region: vault.region,
    encryption_version: vault.encryptionVersion,
  }
}

function clientKeys(keyHash: string, salt: string | null | undefined) {
  if (!salt) throw invalid('A vault with a key hash needs a salt.')
  return { keyHash: keyHash.toLowerCase(), salt, password: null }
}

async function ownKeys(encryptionVersion: number) {
  const password = randomBytes(24).toString('base64url')
  const salt = createSalt()
  const keyHash = await hashOfKey(await deriveKey(password, salt), salt, encryptionVersion)
  return { keyHash, salt, password }
}

function isSame(given: string, kept: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}
