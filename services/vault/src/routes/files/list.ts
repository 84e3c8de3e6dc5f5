import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readFiles } from '@night-routine/database/vault'
import pLimit from 'p-limit'
import { Type } from 'typebox'
import type { Host } from '../../host.ts'
import { id, token } from '../body.ts'
import { ownSite } from '../sites/own-site.ts'

/** The number of contents to check at once, over all requests. */
const looking = pLimit(16)

const body = Type.Object({ token, id, version: Type.Optional(Type.Integer()) })

const answer = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      hash: Type.String(),
      size: Type.Integer(),
      ctime: Type.Integer(),
      mtime: Type.Integer(),
    }),
  ),
  owner: Type.Boolean(),
})

/** The files of a site. The response is the same for every requested version. */
export const list: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  service.post('/api/list', { schema: { body, response: { 200: answer } } }, async request => {
    const site = await ownSite(host, request.body.token, request.body.id)
    const files = await readFiles(host.db, site.id)
    // Damaged files are not listed: clients compare hashes, and upload them again.
    const whole = await Promise.all(files.map(file => looking(() => host.content.isWhole(file))))
    return {
      files: files
        .filter((_file, index) => whole[index])
        .map(({ path, hash, size, createdAt, modifiedAt }) => ({
          path,
          hash,
          size,
          ctime: createdAt.epochMilliseconds,
          mtime: modifiedAt.epochMilliseconds,
        })),
      owner: true,
    }
  })
}
