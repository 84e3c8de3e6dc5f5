import { readCaller, touchToken, type Account } from '@night-routine/database/vault'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashOfToken } from '../credentials.ts'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the token. Not set where a route takes no token in its body. */
    caller: Account
  }
  interface FastifyContextConfig {
    /** Where the token is. In the body unless the route says otherwise, and then it is checked here. */
    token?: 'none' | 'header'
  }
}

/** The use of a token is stored at most this often, so that uploading many files does not cause many writes. */
const noteEvery = { hours: 1 }

/** The account of a token. @throws Failure if the token is missing, unknown or expired */
export async function callerOf(
  { db, clock, config }: Pick<Host, 'db' | 'clock' | 'config'>,
  token: string | undefined,
): Promise<Account> {
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

/** Every route needs a token in its body, unless its `config` says otherwise. */
export function requireToken(service: FastifyInstance, host: Host): void {
  service.decorateRequest('caller')
  service.addHook('preHandler', async (request: FastifyRequest<{ Body?: { token?: string } }>) => {
    if (request.routeOptions.config.token === undefined)
      request.caller = await callerOf(host, request.body?.token)
  })
}
