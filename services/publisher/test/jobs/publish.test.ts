import { waitFor } from '@night-routine/servers'
import t from 'tap'
import {
  publishingHousehold,
  publishMarker,
  readPublication,
  startPublisher,
  tonight,
} from '../published-household.ts'

const files = [
  'index.md',
  '2026-11.md',
  '2026-12.md',
  'statistics.md',
  'statistics.svg',
  'calendar.ics',
]

t.test('publishes a readable site once it is switched on', async t => {
  const { db, proxy, host, environment, change, published } = await publishingHousehold(t)
  await startPublisher(t, { ...environment, VAULT_READ_URL: `${host.url}/s/` })
  t.equal(await publishMarker(db), undefined, 'a plan alone asks for nothing')
  t.same(proxy.calls(), [])

  await change({ publish: true })
  await published()
  const calls = proxy.calls()
  t.same(calls.slice(0, 7), [
    '/user/signin',
    '/publish/list',
    '/publish/create',
    '/api/slug',
    '/api/options',
    '/api/list',
    '/api/options',
  ])
  t.same(calls.slice(7, -2).toSorted(), files.map(file => `/api/upload ${file}`).toSorted())
  t.same(calls.slice(-2), ['/api/list', '/user/signout'])

  const { address } = await readPublication(db)
  t.equal(address, `${host.url}/s/our-nights/`)
  /** A page as soon as the host has rendered it. */
  const read = (path: string) =>
    waitFor(`${path} is rendered`, async () => {
      const answer = await fetch(`${address}${path}`)
      return answer.ok && answer.text()
    })
  const page = await read('')
  t.match(page, 'Tonight, Friday 20 November')
  t.match(page, /<h1[^>]*>(Alexandra|Robin)<\/h1>/)
  const month = await read('2026-11')
  t.match(
    month,
    /<table>[^]*<strong>20<\/strong><\/mark> <span class="(blue|orange)">(Ale\u00ADxan\u00ADdra|Robin)/,
  )
  t.match((await fetch(`${address}statistics.svg`)).headers.get('content-type'), 'image/svg+xml')
  t.match((await fetch(`${address}calendar.ics`)).headers.get('content-type'), 'text/calendar')
})

t.test('the default address is random', async t => {
  const { db, host, environment, change, giveNights, published, askForNewAddress } =
    await publishingHousehold(t)
  const { VAULT_SITE: _named, ...rest } = environment
  const unnamed = { ...rest, VAULT_READ_URL: `${host.url}/s/` }
  const publisher = await startPublisher(t, unnamed)
  await change({ publish: true })
  await published()
  const { address: first } = await readPublication(db)
  t.match(first, new RegExp(`^${host.url}/s/[0-9a-f]{32}/$`))
  const page = await fetch(first ?? '')
  t.equal(page.headers.get('x-robots-tag'), 'noindex')
  t.match(await page.text(), /<meta name="robots" content="noindex">[^]*>Night Routine<\/a>/)

  t.ok(await askForNewAddress('0123456789abcdef'))
  await published()
  t.equal((await readPublication(db)).address, `${host.url}/s/0123456789abcdef/`)
  t.equal((await fetch(first ?? '')).status, 404, 'the old address')
  t.equal((await fetch(`${host.url}/s/0123456789abcdef/`)).status, 200)
  await publisher.close()

  await startPublisher(t, { ...environment, VAULT_READ_URL: `${host.url}/s/` })
  await giveNights([tonight], 'b')
  await published()
  t.match((await readPublication(db)).address, '0123456789abcdef', 'what a person asked for stays')
})

t.test('after one changed night it lists, uploads the changed files, and lists again', async t => {
  const { host, proxy, environment, change, giveNights, published } = await publishingHousehold(t)
  await startPublisher(t, environment)
  await change({ publish: true })
  await published()
  proxy.calls()
  const first = proxy.bytes()

  // One of the two is the other parent's by now.
  await giveNights([tonight.add({ days: 25 }), tonight.add({ days: 26 })], 'b')
  await published()
  t.same(proxy.calls(), [
    '/user/signin',
    '/api/list',
    '/api/options',
    '/api/upload 2026-12.md',
    '/api/upload calendar.ics',
    '/api/list',
    '/user/signout',
  ])
  const { sent, answered } = proxy.bytes()
  t.comment(`${sent} bytes sent, ${answered} answered; the first time ${first.sent}`)
  t.ok(sent < first.sent)

  await giveNights([tonight.add({ days: 25 })], 'b')
  await published()
  t.same(proxy.calls(), ['/user/signin', '/api/list', '/user/signout'], 'nothing differs')

  await change({ publishNames: 'initials' })
  await published()
  const page = await (await fetch(`${host.url}/s/our-nights/calendar.ics`)).text()
  t.notMatch(page, /Alexandra|Robin/)
})

t.test('removes only our own outdated files', async t => {
  const { db, vaultDb, host, environment, change, published, takeDown } =
    await publishingHousehold(t)
  await startPublisher(t, environment)
  await change({ publish: true })
  await published()
  const [row] = await vaultDb.selectFrom('vault.files').selectAll().limit(1).execute()
  if (row === undefined) throw new Error('nothing was published')
  const times = { created_at: String(row.created_at), modified_at: String(row.modified_at) }
  await vaultDb
    .insertInto('vault.files')
    .values({ ...row, ...times, path: 'theirs.md' })
    .execute()
  const paths = async () =>
    (await vaultDb.selectFrom('vault.files').select('path').execute()).map(({ path }) => path)

  await change({ publish: false })
  t.equal((await paths()).length, files.length + 1, 'switched off, everything stays readable')
  t.equal((await fetch(`${host.url}/s/our-nights/`)).status, 200)

  t.ok(await takeDown())
  await published()
  t.same(await paths(), ['theirs.md'])
  t.match(await readPublication(db), { site: null, address: null, removalRequestedAt: null })

  await change({ publish: true })
  await published()
  t.equal((await paths()).length, files.length + 1, 'on the site of its name, which is still ours')

  await vaultDb.deleteFrom('vault.files').where('path', '=', 'theirs.md').execute()
  await change({ publish: false })
  t.ok(await takeDown())
  await published()
  t.equal((await fetch(`${host.url}/s/our-nights/`)).status, 404, 'without other files it is gone')
  t.same(await vaultDb.selectFrom('vault.sites').selectAll().execute(), [])
  await change({ publish: true })
  await published()
  t.equal((await fetch(`${host.url}/s/our-nights/`)).status, 200, 'at the same address again')
})

t.test('recreates a deleted site only on request', async t => {
  const { vaultDb, environment, change, giveNights, published, failed } =
    await publishingHousehold(t)
  await startPublisher(t, environment)
  await change({ publish: true })
  await published()
  await vaultDb.deleteFrom('vault.files').execute()
  await vaultDb.deleteFrom('vault.sites').execute()
  await giveNights([tonight], 'a')
  t.match(await failed(), { code: 'publishFailure.site-gone' })
  t.equal((await vaultDb.selectFrom('vault.sites').selectAll().execute()).length, 0)

  await change({ publish: false })
  await change({ publish: true })
  await published()
  t.equal((await vaultDb.selectFrom('vault.files').selectAll().execute()).length, files.length)
})
