import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readVaults, unreadable } from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { done, id, token } from '../body.ts'

const body = Type.Object({
  token,
  // Clients differ in the name of the field, and in whether they send the id or the uid.
  vault_uid: Type.Optional(id),
  uid: Type.Optional(id),
  keyhash: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), Type.Null()])),
  host: Type.Optional(Type.Union([Type.String({ maxLength: 300 }), Type.Null()])),
  supported_encryption_version: Type.Optional(Type.Integer()),
  encryption_version: Type.Optional(Type.Integer()),
})

/** Checks whether the caller has the key of a vault. */
export const access: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/vault/access', { schema: { body, response: { 200: done } } }, async request => {
    const caller = await host.callerOf(request.body.token)
    const asked = request.body.vault_uid ?? request.body.uid
    if (asked === undefined) throw invalid('vault_uid must be a string.')
    const vault = (await readVaults(host.db, host.keys, caller.id)).find(one => one.id === asked)
    if (!vault) throw new Failure('NOT_FOUND', { words: 'Vault not found.' })
    checkVersions(vault.encryptionVersion, request.body)
    const { keyhash } = request.body
    // A caller who may read the password of a vault need not prove to have it.
    const isGiven = vault.password !== null && vault.password !== unreadable
    if (!keyhash && isGiven) return { status: 'ok' as const }
    if (keyhash === undefined || keyhash === null) throw invalid('keyhash must be a string.')
    if (!isSame(keyhash.toLowerCase(), vault.keyHash)) throw new Failure('WRONG_KEY')
    return { status: 'ok' as const }
  })
}

function checkVersions(version: number, given: Static<typeof body>): void {
  const { encryption_version: used = version, supported_encryption_version: highest = version } =
    given
  if (used === version && highest >= version) return
  const words = `This vault has encryption version ${version}.`
  throw new Failure('UNSUPPORTED_ENCRYPTION', { words })
}

function isSame(given: string, kept: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function invalid(words: string): Failure {
  return new Failure('INVALID_REQUEST', { words })
}
