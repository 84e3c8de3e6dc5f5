import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import t from 'tap'
import { findAssets } from '../../src/plugins/assets.ts'
import { routeService } from '../route-service.ts'

const ours = (pattern: string) =>
  globSync(fileURLToPath(new URL(`../../public/${pattern}`, import.meta.url)))

t.test('a file has one address per content', async t => {
  const service = await routeService(t, null)
  const { script } = await findAssets()
  t.match(script, /^\/assets\/site\.[0-9a-f]{12}\.js$/)
  const { statusCode, headers } = await service.inject(script)
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'javascript')
  t.match(headers['cache-control'], 'immutable')
  for (const url of ['/assets/site.js', '/assets/site.000000000000.js', '/assets/..%2Fsite.js'])
    t.equal((await service.inject(url)).statusCode, 404, url)
})

t.test('every file has its type', async t => {
  const service = await routeService(t, null)
  const types = new Map<string, string | undefined>()
  for (const [name, address] of Object.entries(await findAssets())) {
    const { headers, statusCode } = await service.inject(address)
    t.equal(statusCode, 200, address)
    types.set(name, headers['content-type']?.split(';')[0])
  }
  t.same(Object.fromEntries(types), {
    stylesheet: 'text/css',
    script: 'text/javascript',
    morphScript: 'text/javascript',
    timeZoneScript: 'text/javascript',
    passkeysScript: 'text/javascript',
    forms: 'text/javascript',
    appScript: 'text/javascript',
    youScript: 'text/javascript',
    chartScript: 'text/javascript',
    icon: 'image/svg+xml',
    icon192: 'image/png',
    icon512: 'image/png',
    maskable: 'image/png',
    touchIcon: 'image/png',
  })
})

t.test('all styles and scripts stay small, as the images send them', async t => {
  const morph = fileURLToPath(import.meta.resolve('idiomorph/dist/idiomorph.min.js'))
  const budgets: [what: string, files: string[], most: number][] = [
    ['styles', ours('*.css'), 32_000],
    [
      'scripts of the home page',
      [...ours('{app,site,time-zone,service-worker}.js'), morph],
      24_000,
    ],
    ['scripts of the other pages', ours('{app,forms,you,passkeys,service-worker}.js'), 12_000],
  ]
  for (const [what, files, most] of budgets) {
    const sizes = files.map(async file => {
      const loader = file.endsWith('.css') ? 'css' : 'js'
      const { code } = await transform(await readFile(file, 'utf8'), { minify: true, loader })
      return Buffer.byteLength(code)
    })
    const size = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
    t.ok(size <= most, `${what}: ${size} of ${most} bytes`)
  }
})
