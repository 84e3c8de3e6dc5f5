import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, systemClock } from '@night-routine/service'
import t from 'tap'
import { buildService } from '../src/service.ts'
import { plannedHousehold } from './planned-household.ts'

t.test('the service', async t => {
  const { web, db, alex, contents } = await plannedHousehold(t, { PARENT_A: 'Ada' })
  const logger = createLogger({ name: 'web', level: 'silent' })
  const build = async (more: object) => {
    const config = { ...web.config, ...more }
    const service = await buildService({ config, logger, clock: systemClock })
    t.teardown(() => service.close())
    return service
  }

  await t.test('without its database it is alive, not ready, and says so', async t => {
    const service = await build({ DATABASE_URL: 'postgres://user@127.0.0.1:1/nothing' })
    const headers = { cookie: `session=${'A'.repeat(43)}` }
    for (const [url, status, more] of [
      ['/healthz', 200, {}],
      ['/readyz', 503, {}],
      ['/', 200, {}],
      ['/auth', 503, {}],
      ['/sync', 503, { method: 'POST', headers }],
    ] as const)
      t.equal((await service.inject({ url, ...more })).statusCode, status, url)
    const page = await service.inject({ url: '/', headers })
    t.same([page.statusCode, page.headers['retry-after']], [503, '5'])
    t.match(page.body, '<h1>Error</h1><p>The database isn’t responding')
    const url = '/api/assignment-details?assignment_id=1'
    const json = await service.inject({ url, headers })
    t.match(json.json(), { error: /database isn’t responding/ })
  })

  await t.test('leaves the names of an existing household alone', async t => {
    const again = await build({ PARENT_A: 'Eve' })
    while ((await again.inject('/readyz')).statusCode !== 200) await sleep(20)
    t.match(await db.selectFrom('parents').select('name').orderBy('id').execute(), [
      { name: 'Ada' },
      { name: 'Robin' },
    ])
  })

  await t.test('no flood is answered with 429, and reads write nothing', async t => {
    const before = await contents()
    await web.emulator.control.clearRequests()
    const paths = ['/', '/?month=2026-01', '/statistics', '/healthz']
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => alex.get(paths[index % paths.length] ?? '/')),
    )
    // A slow machine may answer some with 503.
    for (const { statusCode } of answers) t.ok(statusCode === 200 || statusCode === 503)
    t.equal(await contents(), before)
    t.same(await web.emulator.control.requests(), [], 'the provider is not asked for pages')
  })
})
