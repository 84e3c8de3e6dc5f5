import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readFiles } from '@night-routine/database/vault'
import pLimit from 'p-limit'
import { Type } from 'typebox'
import { unpublishFile } from '../content/publish.ts'
import { Failure } from '../failures.ts'
import type { Host } from '../host.ts'
import { call, checkPath, id } from './input.ts'
import { siteOf } from './sites.ts'

const Files = Type.Object({
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

const Removed = Type.Object({ status: Type.Literal('ok'), path: Type.String() })

const looking = pLimit(16)

/** The files of a site; routes/upload.ts adds them. */
export const fileRoutes: FastifyPluginAsyncTypebox<Host> = async (service, host) => {
  // The response is the same for every requested version.
  const listFields = { id, version: Type.Optional(Type.Integer()) }
  service.post(
    '/api/list',
    call('The files of a site.', listFields, Files),
    async ({ body, caller }) => {
      const site = await siteOf(host, caller, body.id)
      const files = await readFiles(host.db, site.id)
      // Damaged files are not listed: clients compare hashes, and upload them again.
      const whole = await looking.map(files, file => host.content.isWhole(file))
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
    },
  )

  const removeFields = { id, path: Type.String({ maxLength: 4096 }) }
  service.post(
    '/api/remove',
    call('Deletes a file. The path is not URL-encoded.', removeFields, Removed),
    async ({ body, caller }) => {
      const site = await siteOf(host, caller, body.id)
      const path = checkPath(body.path)
      if (!(await unpublishFile(host, site.id, path)))
        throw new Failure('NOT_FOUND', { text: 'File not found.' })
      return { status: 'ok' as const, path }
    },
  )
}
