import type { FastifyPluginAsync } from 'fastify'
import type { Assets } from '../../plugins/assets.ts'
import { manifestView } from './manifest-view.ts'

/** Serves the web app manifest in the reader's language. */
export const manifest: FastifyPluginAsync<{ assets: Assets }> = async (service, { assets }) => {
  service.get('/manifest.webmanifest', async ({ words }, reply) =>
    reply
      .type('application/manifest+json')
      .headers({ 'content-language': words.language, vary: 'accept-language, cookie' })
      .send(JSON.stringify(manifestView(assets, words))),
  )
}
