import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { token } from '../body.ts'

const body = Type.Object({ token, host: Type.Optional(Type.String({ maxLength: 300 })) })

const answer = Type.Object({
  regions: Type.Array(
    Type.Object({ id: Type.String(), value: Type.String(), name: Type.String() }),
  ),
})

/** The configured regions; `value` is another name for the id that some clients use. */
export const regions: FastifyPluginAsyncTypebox<Pick<Host, 'callerOf' | 'regions'>> = async (
  service,
  host,
) => {
  service.post('/vault/regions', { schema: { body, response: { 200: answer } } }, async request => {
    await host.callerOf(request.body.token)
    return { regions: host.regions.map(({ id, name }) => ({ id, value: id, name })) }
  })
}
