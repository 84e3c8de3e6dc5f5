import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { unpublishFile } from '../../content/publish.ts'
import { Failure } from '../../failures.ts'
import type { Host } from '../../host.ts'
import { id, token } from '../body.ts'
import { ownSite } from '../sites/own-site.ts'
import { checkPath } from './path.ts'

const body = Type.Object({ token, id, path: Type.String({ maxLength: 4096 }) })

const answer = Type.Object({ status: Type.Literal('ok'), path: Type.String() })

/** Deletes a file from a site. Its path is not URL-encoded here. */
export const remove: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/remove', { schema: { body, response: { 200: answer } } }, async request => {
    const site = await ownSite(host, request.body.token, request.body.id)
    const path = checkPath(request.body.path)
    if (!(await unpublishFile(host, site.id, path)))
      throw new Failure('NOT_FOUND', { words: 'File not found.' })
    return { status: 'ok' as const, path }
  })
}
