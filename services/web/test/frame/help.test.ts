import t from 'tap'
import type { WebContext } from '../../src/plugins/context.ts'
import help from '../../src/frame/help-route.ts'
import { alex } from '../demo-household.ts'
import { routeService } from '../route-service.ts'

const google = { provider: { grants: {} } as WebContext['provider'] }

t.test('everyone sees help, in the same place on every page', async t => {
  for (const session of [null, alex]) {
    const service = await routeService(t, session, [], 'fr')
    await service.register(help, google)
    const { statusCode, body } = await service.inject('/help')
    t.equal(statusCode, 200)
    const h2 = [...body.matchAll(/<h2/g)]
    t.equal(h2.length, 5)
    for (const device of ['iphone', 'android', 'computer']) t.match(body, `<h3 id="${device}">`)
    for (const page of [body, (await service.inject('/nowhere')).body])
      t.match(page, /<footer>\s*<p>.*<\/p>\s*<p><a href="\/help">/)
  }
})

t.test('help says nothing about reconnecting where it isn’t needed', async t => {
  const service = await routeService(t, null)
  await service.register(help, { provider: { ...google.provider, grants: null } })
  t.notMatch((await service.inject('/help')).body, 'asks you to reconnect')
})
