import type { Wording } from '@night-routine/wording'
import type { Assets } from '../plugins/assets.ts'
import type { WebService } from '../plugins/context.ts'

/** Serves the web app manifest in the reader's language. */
export default async function manifest(service: WebService, { assets }: { assets: Assets }) {
  service.get(
    '/manifest.webmanifest',
    { config: { access: 'optional' } },
    async ({ wording }, reply) =>
      reply
        .type('application/manifest+json')
        .headers({ 'content-language': wording.language, vary: 'accept-language, cookie' })
        .send(JSON.stringify(manifestView(assets, wording))),
  )
}

/** The web app manifest, for installing Night Routine on a phone (W3C Web Application Manifest). */
function manifestView(
  { icon192, icon512, maskable }: Pick<Assets, 'icon192' | 'icon512' | 'maskable'>,
  { say, language }: Pick<Wording, 'say' | 'language'>,
) {
  const png = { type: 'image/png' }
  return {
    id: '/',
    name: 'Night Routine',
    short_name: 'Night Routine',
    description: say('signIn.what'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    icons: [
      { src: icon192, sizes: '192x192', ...png },
      { src: icon512, sizes: '512x512', ...png },
      { src: maskable, sizes: '512x512', purpose: 'maskable', ...png },
    ],
    shortcuts: [
      { name: say('layout.statistics'), url: '/statistics' },
      { name: say('layout.history'), url: '/history' },
    ],
  }
}
