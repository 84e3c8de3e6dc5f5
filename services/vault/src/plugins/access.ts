import { readCaller, touchToken, type VaultAccount } from '@night-routine/database/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashOfToken } from '../credentials.ts'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'
import { longestToken } from '../routes/input.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the token. Not set where a route takes no token in its body. */
    caller: VaultAccount
  }
  interface FastifyContextConfig {
    /** Where the token is. In the body unless the route says otherwise; `any` is one that may have ended. */
    token?: 'none' | 'header' | 'any'
  }
}

/** The use of a token is stored at most this often, so that uploading many files does not cause many writes. */
const noteEvery = { hours: 1 }

/** The account of a token. @throws Failure if the token is missing, unknown or expired */
export async function callerOf(
  { db, clock, config }: Pick<Host, 'db' | 'clock' | 'config'>,
  token: string | undefined,
): Promise<VaultAccount> {
  if (!token) throw new Failure('NOT_SIGNED_IN')
  const now = clock.now()
  const tokenHash = hashOfToken(token)
  const expired = now.subtract({ hours: config.VAULT_TOKEN_DAYS * 24 })
  const caller = await readCaller(db, tokenHash, expired)
  if (!caller) throw new Failure('NOT_SIGNED_IN')
  if (Temporal.Instant.compare(caller.lastUsedAt.add(noteEvery), now) <= 0)
    await touchToken(db, tokenHash, now)
  return caller.account
}

/** Every route needs a token in its body unless its `config` says otherwise; it is checked before the other fields. */
export function requireToken(service: FastifyInstance, host: Host): void {
  service.decorateRequest('caller')
  service.addHook('preValidation', async (request: FastifyRequest) => {
    const { body, routeOptions } = request
    const place = routeOptions.config.token
    if (place === 'none' || place === 'header') return
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return
    const token = 'token' in body ? body.token : undefined
    if (token === undefined || token === null || token === '') throw new Failure('NOT_SIGNED_IN')
    // The schema of every call refuses what is no token.
    const isToken = typeof token === 'string' && token.length <= longestToken
    if (isToken && place !== 'any') request.caller = await callerOf(host, token)
  })
}
