import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { deleteToken } from '@night-routine/database/vault'
import { Type } from 'typebox'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { hashOfToken } from '../../token.ts'
import { done, token } from '../body.ts'

const body = Type.Object({ token })

/** Revokes a token. Idempotent. */
export const signOut: FastifyPluginAsyncTypebox<Pick<Host, 'db'>> = async (service, { db }) => {
  service.post('/user/signout', { schema: { body, response: { 200: done } } }, async request => {
    if (!request.body.token) throw new Failure('NOT_SIGNED_IN')
    await deleteToken(db, hashOfToken(request.body.token))
    return { status: 'ok' as const }
  })
}
