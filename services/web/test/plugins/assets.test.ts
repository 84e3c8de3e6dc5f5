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
  for (const [name, most] of [
    ['stylesheet', 24 * 1024],
    ['script', 16 * 1024],
  ] as const) {
    const { rawPayload } = await service.inject(assets[name])
    const size = rawPayload.length
    t.ok(size <= most, `${name}: ${size} of ${most} bytes, ${gzipSync(rawPayload).length} packed`)
  }
  let scripts = (await readFile(new URL('../../public/service-worker.js', import.meta.url))).length
  for (const name of ['script', 'appScript', 'notificationsScript'] as const)
    scripts += (await service.inject(assets[name])).rawPayload.length
  t.ok(scripts <= 16 * 1024, `${scripts} bytes of script`)
})
