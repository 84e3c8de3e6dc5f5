import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createVault, type NewVault } from '@night-routine/database/vault'
import { createSalt, deriveKey, keyHash as hashOfKey } from '@night-routine/vault-api/keys'
import { Type } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { randomId } from '../../random-id.ts'
import { hex, plainText, token } from '../body.ts'
import { VaultView, vaultView } from './vault-view.ts'

const body = Type.Object({
  token,
  name: plainText,
  // Null or empty: the host generates the key.
  keyhash: Type.Union([hex, Type.Null()]),
  salt: Type.Optional(Type.Union([hex, Type.Null()])),
  // Null or empty: the host chooses.
  region: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  encryption_version: Type.Integer(),
})

type NewKeys = Pick<NewVault, 'keyHash' | 'salt' | 'password'>

/** Creates a vault, with the client's key or, if it sends none, with a generated one. */
export const create: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post(
    '/vault/create',
    { schema: { body, response: { 200: VaultView } } },
    async request => {
      const {
        token: given,
        name,
        keyhash,
        salt,
        region,
        encryption_version: version,
      } = request.body
      const caller = await host.callerOf(given)
      if (![0, 2, 3].includes(version)) throw new Failure('UNSUPPORTED_ENCRYPTION')
      const vault: NewVault = {
        id: randomId(),
        name,
        ...(keyhash ? clientKeys(keyhash, salt) : await ownKeys(version)),
        region: knownRegion(host.regions, region),
        encryptionVersion: version,
        createdAt: host.clock.now(),
      }
      const limit = host.limits.vaults
      if (!(await createVault(host.db, host.keys, { accountId: caller.id, vault, limit })))
        throw new Failure('LIMIT_REACHED', {
          words: `This account can have at most ${limit} vaults.`,
        })
      return vaultView(vault, { host: host.addresses.host, hideKeyHash: host.hideKeyHash })
    },
  )
}

function clientKeys(keyHash: string, salt: string | null | undefined): NewKeys {
  if (!salt)
    throw new Failure('INVALID_REQUEST', { words: 'A vault with a key hash needs a salt.' })
  return { keyHash: keyHash.toLowerCase(), salt, password: null }
}

async function ownKeys(version: number): Promise<NewKeys> {
  const password = randomBytes(24).toString('base64url')
  const salt = createSalt()
  const keyHash = await hashOfKey(await deriveKey(password, salt), salt, version)
  return { keyHash, salt, password }
}

function knownRegion(regions: Host['regions'], asked: string | null | undefined): string {
  if (!asked) return regions[0].id
  const region = regions.find(({ id }) => id === asked)
  if (!region)
    throw new Failure('INVALID_REQUEST', {
      words: `There is no such region. There are: ${regions.map(({ id }) => id).join(', ')}.`,
    })
  return region.id
}
