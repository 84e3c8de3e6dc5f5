import type { FastifyPluginAsync } from 'fastify'
import type { Assets } from '../../plugins/assets.ts'
import { manifestView } from './manifest-view.ts'

/** Makes Night Routine installable, in the language of whoever installs it. */
export const manifest: FastifyPluginAsync<{ assets: Assets }> = async (service, { assets }) => {
  service.get('/manifest.webmanifest', async ({ words }, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'content-language': words.language, vary: 'accept-language, cookie' })
      .send(JSON.stringify(manifestView(assets, words))),
  )
}
