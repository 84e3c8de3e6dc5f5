import type { FastifyInstance } from 'fastify'
import type { Host } from '../host.ts'
import {
  answerAsMainApi,
  answerAsPublishApi,
  readEveryBodyAsJson,
  writeAnswersAsTheyAre,
} from '../plugins/answers.ts'
import { Failure } from '../failures.ts'
import { list as listFiles } from './files/list.ts'
import { remove } from './files/remove.ts'
import { upload } from './files/upload.ts'
import { pages } from './pages/pages.ts'
import type { Templates } from './pages/templates.ts'
import { create as createSite } from './sites/create.ts'
import { list as listSites } from './sites/list.ts'
import { options } from './sites/options.ts'
import { slug } from './sites/slug.ts'
import { slugs } from './sites/slugs.ts'
import { info } from './user/info.ts'
import { signIn } from './user/sign-in.ts'
import { signOut } from './user/sign-out.ts'
import { access } from './vaults/access.ts'
import { create as createVault } from './vaults/create.ts'
import { list as listVaults } from './vaults/list.ts'
import { regions } from './vaults/regions.ts'

/** Serves the paths of all three base addresses, so that clients can use one address for all. */
export async function routes(service: FastifyInstance, host: Host & { templates: Templates }) {
  await service.register(mainApi, host)
  await service.register(publishApi, host)
  await service.register(pages, host)
}

async function mainApi(service: FastifyInstance, host: Host) {
  writeAnswersAsTheyAre(service)
  answerAsMainApi(service)
  readEveryBodyAsJson(service)
  for (const route of [signIn, signOut, info, regions, listVaults, createVault, access])
    await service.register(route, host)
}

async function publishApi(service: FastifyInstance, host: Host) {
  writeAnswersAsTheyAre(service)
  answerAsPublishApi(service)
  await service.register(upload, host)
  await service.register(async json => {
    readEveryBodyAsJson(json)
    for (const route of [listSites, createSite, slug, slugs, options, listFiles, remove])
      await json.register(route, host)
    json.post('/*', async () => {
      throw new Failure('NOT_FOUND', { words: 'There is no such endpoint.' })
    })
  })
}
