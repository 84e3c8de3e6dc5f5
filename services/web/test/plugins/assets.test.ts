import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { findAssets } from '../../src/plugins/assets.ts'
import { routeService } from '../route-service.ts'

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
    timeZoneScript: 'text/javascript',
    appScript: 'text/javascript',
    notificationsScript: 'text/javascript',
    forms: 'text/javascript',
    icon: 'image/svg+xml',
    icon192: 'image/png',
    icon512: 'image/png',
    maskable: 'image/png',
    touchIcon: 'image/png',
  })
})

t.test('the files of a page stay small', async t => {
  const service = await routeService(t, null)
  const assets = await findAssets()
  const budgets: [ending: string, most: number][] = [
    ['.css', 24 * 1024],
    ['.js', 16 * 1024],
  ]
  for (const [ending, most] of budgets) {
    const files = Object.values(assets).filter(address => address.endsWith(ending))
    const contents = await Promise.all(files.map(async file => service.inject(file)))
    const size = contents.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
    const packed = contents.reduce((sum, { rawPayload }) => sum + gzipSync(rawPayload).length, 0)
    t.ok(size <= most, `${ending}: ${size} of ${most} bytes, ${packed} packed`)
  }
  let scripts = (await readFile(new URL('../../public/service-worker.js', import.meta.url))).length
  for (const name of ['script', 'appScript', 'notificationsScript'] as const)
    scripts += (await service.inject(assets[name])).rawPayload.length
  t.ok(scripts <= 16 * 1024, `${scripts} bytes of script`)
})
