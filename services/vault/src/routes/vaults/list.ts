import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readVaults, unreadable } from '@night-routine/database/vault'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { token } from '../body.ts'
import { VaultView, vaultView } from './vault-view.ts'

const body = Type.Object({ token, supported_encryption_version: Type.Optional(Type.Integer()) })

const answer = Type.Object({
  vaults: Type.Array(VaultView),
  shared: Type.Array(VaultView),
  limit: Type.Integer(),
})

/**
 * The vaults of the caller, including those of a version that the client does not support: a person who
 * cannot open a vault should still see that it exists.
 */
export const list: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/vault/list', { schema: { body, response: { 200: answer } } }, async request => {
    const caller = await host.callerOf(request.body.token)
    const { hideKeyHash, addresses } = host
    const vaults = await readVaults(host.db, host.keys, caller.id)
    for (const { id, password } of vaults)
      if (password === unreadable) host.warnUndecryptableSecret({ what: 'password of a vault', id })
    return {
      vaults: vaults.map(vault => vaultView(vault, { host: addresses.host, hideKeyHash })),
      shared: [],
      limit: host.limits.vaults,
    }
  })
}
