import t from 'tap'
import { findAssets } from '../../src/plugins/assets.ts'
import serviceWorker from '../../src/frame/service-worker-route.ts'
import { routeService } from '../route-service.ts'

t.test('is served at the root, never from a stale cache', async t => {
  const service = await routeService(t, null)
  const assets = await findAssets()
  await service.register(serviceWorker, { assets })
  const { statusCode, headers, body } = await service.inject('/service-worker.js')
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': /^text\/javascript/,
    'cache-control': 'no-cache',
    'service-worker-allowed': '/',
    'content-security-policy': /worker-src 'self'/,
  })
  t.match(body, assets.icon192)
  t.notMatch(body, '/assets/icon-192.png', 'each icon has its address')
})
