import { jsonParser, takeAnyMediaType } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { answerErrors, Failure } from '../failures.ts'
import type { Host } from '../host.ts'
import { requireToken } from '../plugins/access.ts'
import { fileRoutes } from './files.ts'
import { pages } from './pages/pages.ts'
import { siteRoutes } from './sites.ts'
import { upload } from './upload.ts'
import { userRoutes } from './user.ts'
import { vaultRoutes } from './vaults.ts'

/** Serves the paths of all three base addresses, so that clients can use one address for all. */
export async function routes(service: FastifyInstance, host: Host) {
  await service.register(async main => {
    prepare(main, host)
    answerErrors(main, 'main')
    readEveryBodyAsJson(main)
    await main.register(userRoutes, host)
    await main.register(vaultRoutes, host)
  })
  await service.register(async publish => {
    prepare(publish, host)
    answerErrors(publish, 'publish')
    await publish.register(upload, host)
    await publish.register(async json => {
      readEveryBodyAsJson(json)
      await json.register(siteRoutes, host)
      await json.register(fileRoutes, host)
      json.post('/*', { config: { token: 'none' } }, async () => {
        throw new Failure('NOT_FOUND', { text: 'There is no such endpoint.' })
      })
    })
  })
  await service.register(pages, host)
}

function prepare(service: FastifyInstance, host: Host): void {
  requireToken(service, host)
  // Response schemas are for the compiler and the docs. A serializer made from them would remove
  // the fields of a refusal, because refusals of the main API have the status 200.
  service.setSerializerCompiler(() => data => JSON.stringify(data))
}

/** Parses every body as JSON, because clients of this API send different content types. */
function readEveryBodyAsJson(service: FastifyInstance): void {
  // A token, an id or a password with NUL is unknown, like any other that is wrong: input.ts has the rules of names.
  service.addHook('onRoute', route => {
    route.config = { ...route.config, anyText: true }
  })
  takeAnyMediaType(service)
  service.addContentTypeParser('*', { parseAs: 'buffer' }, jsonParser(service))
}
