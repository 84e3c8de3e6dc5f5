import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { findAssets } from '../../src/plugins/assets.ts'
import { routeService } from '../route-service.ts'

t.test('a file has a new address with each new content, and is served under no other', async t => {
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

t.test('the script stays small', async t => {
  const { size } = statSync(fileURLToPath(new URL('../../public/site.js', import.meta.url)))
  t.ok(size <= 8 * 1024, `${size} bytes`)
})
