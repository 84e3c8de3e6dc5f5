import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, systemClock } from '@night-routine/service'
import t from 'tap'
import { buildService } from '../src/service.ts'
import { Browser } from './browser.ts'
import { runWeb } from './running-web.ts'

t.test('the service', async t => {
  const web = await runWeb(t, { PARENT_A: 'Ada', PARENT_B: 'Bob' })

  await t.test('without its database it is alive, not ready, and says so', async t => {
    const { config } = web
    const service = await buildService({
      config: { ...config, DATABASE_URL: 'postgres://user@127.0.0.1:1/nothing' },
      logger: createLogger({ name: 'web', level: 'silent' }),
      clock: systemClock,
    })
    t.teardown(() => service.close())
    const cookie = `session=${'A'.repeat(43)}`
    const status = async (url: string, headers = {}) =>
      (await service.inject({ url, headers })).statusCode

    t.equal(await status('/healthz'), 200)
    t.equal(await status('/readyz'), 503)
    t.equal(await status('/'), 200, 'the signed-out page needs no database')
    const page = await service.inject({ url: '/', headers: { cookie } })
    t.equal(page.statusCode, 503)
    t.equal(page.headers['retry-after'], '5')
    t.match(page.body, '<h1>Error</h1><p>The database isn’t responding')
    const json = await service.inject({
      url: '/api/assignment-details?assignment_id=1',
      headers: { cookie },
    })
    t.equal(json.statusCode, 503)
    t.match(json.json(), { error: /database isn’t responding/ })
    t.equal(
      (await service.inject({ method: 'POST', url: '/sync', headers: { cookie } })).statusCode,
      503,
    )
    t.equal(await status('/auth'), 503)
  })

  await t.test('initializes a new household and leaves an existing one alone', async t => {
    const names = async () =>
      (await web.db.selectFrom('parents').select('name').orderBy('id').execute()).map(
        ({ name }) => name,
      )
    t.same(await names(), ['Ada', 'Bob'])
    const again = await buildService({
      config: { ...web.config, PARENT_A: 'Eve' },
      logger: createLogger({ name: 'web', level: 'silent' }),
      clock: systemClock,
    })
    t.teardown(() => again.close())
    while ((await again.inject('/readyz')).statusCode !== 200) await sleep(20)
    t.same(await names(), ['Ada', 'Bob'])
  })

  await t.test('no flood is answered with 429, and reads write nothing', async t => {
    const browser = new Browser(web)
    await browser.signIn('alex@example.com')
    await browser.post('/sync')
    const contents = async () =>
      JSON.stringify(
        await Promise.all(
          (
            [
              'assignments',
              'job_requests',
              'sessions',
              'oauth_token',
              'settings',
              'history',
            ] as const
          ).map(table => web.db.selectFrom(table).selectAll().execute()),
        ),
        (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
      )
    const before = await contents()
    await web.emulator.control.clearRequests()
    const paths = [
      '/',
      '/?month=2026-01',
      '/statistics',
      '/api/assignment-details?assignment_id=1',
      '/healthz',
    ]
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => browser.get(paths[index % paths.length] ?? '/')),
    )
    // A slow machine may answer some with 503.
    const others = answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 503)
    t.same(
      others.map(({ statusCode }) => statusCode),
      [],
    )
    t.equal(await contents(), before)
    t.same(await web.emulator.control.requests(), [], 'the provider is not asked for pages')
  })
})
