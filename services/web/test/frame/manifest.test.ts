import { readFile } from 'node:fs/promises'
import t from 'tap'
import manifest from '../../src/frame/manifest-route.ts'
import { findAssets } from '../../src/plugins/assets.ts'
import { alex } from '../demo-household.ts'
import { routeService } from '../route-service.ts'

interface Manifest {
  lang: string
  description: string
  start_url: string
  icons: { src: string; sizes: string; purpose?: string }[]
}

t.test('speaks the language of the household, else of the browser', async t => {
  const read = async (signedIn: boolean, language: string) => {
    const service = await routeService(t, signedIn ? alex : null, [], 'fr')
    await service.register(manifest, { assets: await findAssets() })
    const { headers, payload } = await service.inject({
      url: '/manifest.webmanifest',
      headers: { 'accept-language': language },
    })
    t.match(headers['content-type'], 'application/manifest+json')
    t.match(headers.vary, 'accept-language, cookie')
    return JSON.parse(payload) as Manifest
  }
  t.match(await read(false, 'en'), { lang: 'en', start_url: '/', description: /bedtime/ })
  t.match(await read(false, 'fr-CA'), { lang: 'fr', description: /soir|coucher/ })
  t.match(await read(true, 'en'), { lang: 'fr' })
})

t.test('every icon exists as a PNG of its stated size', async t => {
  const service = await routeService(t, null)
  await service.register(manifest, { assets: await findAssets() })
  const { icons } = (await service.inject('/manifest.webmanifest')).json<Manifest>()
  t.same(
    icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`),
    ['192x192 any', '512x512 any', '512x512 maskable'],
  )
  for (const { src, sizes } of icons) {
    const { statusCode, headers, rawPayload } = await service.inject(src)
    t.equal(statusCode, 200, src)
    t.equal(headers['content-type'], 'image/png')
    const [width, height] = [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]
    t.equal(`${width}x${height}`, sizes)
    t.ok(rawPayload.length < 20_000, `${rawPayload.length} bytes`)
  }
  const touch = await readFile(new URL('../../public/apple-touch-icon.png', import.meta.url))
  t.equal(touch.readUInt32BE(16), 180)
})

t.test('every page names the manifest, the colours and the icon of the start screen', async t => {
  const service = await routeService(t, null)
  const { body } = await service.inject('/nowhere')
  t.match(body, '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">')
  t.match(body, /rel="apple-touch-icon" href="\/assets\/apple-touch-icon\.[\da-f]{12}\.png"/)
  t.match(body, /name="theme-color" content="#faf9f6" media="\(prefers-color-scheme: light\)"/)
  t.match(body, /name="theme-color" content="#121119" media="\(prefers-color-scheme: dark\)"/)
})
