import t from 'tap'
import { help } from '../../../src/routes/help/help.ts'
import { alex } from '../../demo-household.ts'
import { routeService } from '../../route-service.ts'

t.test('everyone sees help, in the same place on every page', async t => {
  for (const session of [null, alex]) {
    const service = await routeService(t, session, [], 'fr')
    await service.register(help)
    const { statusCode, body } = await service.inject('/help')
    t.equal(statusCode, 200)
    const h2 = [...body.matchAll(/<h2>/g)]
    t.equal(h2.length, 4)
    for (const page of [body, (await service.inject('/nowhere')).body])
      t.match(page, /<footer>\s*<p>Night Routine.*<\/p>\s*<p><a href="\/help">/)
  }
})
