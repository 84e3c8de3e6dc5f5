import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readSlugs } from '@night-routine/database/vault'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { isId } from '../../random-id.ts'
import { id, token } from '../body.ts'

const body = Type.Object({ token, ids: Type.Array(id, { maxItems: 1000 }) })

const answer = Type.Record(Type.String(), Type.String())

/**
 * The slugs of sites, by id; empty if a site has none or is not the caller's. Texts that cannot be
 * ids are left out, so that a key like `error` cannot make the response look like a failure.
 */
export const slugs: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/slugs', { schema: { body, response: { 200: answer } } }, async request => {
    const caller = await host.callerOf(request.body.token)
    const ids = request.body.ids.filter(isId)
    const known = await readSlugs(host.db, caller.id, ids)
    return Object.fromEntries(ids.map(one => [one, known.get(one) ?? '']))
  })
}
