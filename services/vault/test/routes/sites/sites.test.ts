import t from 'tap'
import { filesIn, robin, startVault } from '../../running-vault.ts'
import { badForAll, checkRefusals } from '../bad-input.ts'

t.test('creates, names and lists sites', async t => {
  const settings = { VAULT_SITE_HOST: 'pages.example.org:8443' }
  const { post, signIn, upload } = await startVault(t, { settings })
  const token = await signIn()
  t.same((await post('/publish/list', { token })).body, { sites: [], shared: [], limit: 10 })
  const made = await post('/publish/create', { token })
  const id = String(made.body['id'])
  t.match(made, { status: 200, body: { id, host: 'pages.example.org:8443', slug: '', size: 0 } })
  t.same((await post('/api/slugs', { token, ids: [id] })).body, { [id]: '' })
  const slug = await post('/api/slug', { token, id, host: 'whatever', slug: 'our-nights' })
  t.match(slug, { status: 200, body: { status: 'ok', id, slug: 'our-nights' } })
  await upload(token, id, 'a.md', 'twelve bytes')
  t.match((await post('/publish/list', { token })).body, {
    sites: [
      {
        id,
        slug: 'our-nights',
        host: 'pages.example.org:8443',
        created: 1_795_176_000_000,
        size: 12,
        owner: /./,
        options: {},
        url: 'http://localhost:8080/s/our-nights/',
      },
    ],
  })
  t.equal(
    (await post('/api/slug', { token, id, slug: 'our-nights' })).status,
    200,
    'the same again',
  )
  t.match((await post('/api/slug', { token, id, slug: 'other' })).body, { slug: 'other' })
})

t.test('a slug belongs to one site', async t => {
  const { post, signIn, makeSite } = await startVault(t)
  const [alexs, robins] = [await signIn(), await signIn(robin)]
  const [one, other] = [await makeSite(alexs), await makeSite(robins)]
  const answers = await Promise.all([
    post('/api/slug', { token: alexs, id: one, slug: 'nights' }),
    post('/api/slug', { token: robins, id: other, slug: 'nights' }),
  ])
  t.same(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  const refused = answers.find(({ status }) => status === 409)
  t.match(refused?.body, { code: 'SLUG_TAKEN', error: /slug/, message: /slug/, msg: /slug/ })
})

t.test('stores options, changes them one at a time, and never returns the password', async t => {
  const { post, signIn, makeSite } = await startVault(t)
  const token = await signIn()
  const id = await makeSite(token)
  const ask = async (more: object) => (await post('/api/options', { token, id, ...more })).body
  t.same(await ask({}), { hasPassword: false })
  const all = { siteName: 'Our nights', hasPassword: true }
  t.same(await ask({ password: 'moonlight', options: { siteName: 'Our nights' } }), all)
  const options = { showGraph: false, navigationOrdering: null }
  t.same(await ask({ options }), { ...all, ...options }, 'nothing about it changes nothing')
  const { body } = await post('/publish/list', { token })
  t.notMatch(JSON.stringify(body), /argon2|moonlight|password/i)
  t.same(await ask({ password: null }), { ...all, ...options, hasPassword: false })
})

t.test('refuses bad input', async t => {
  const vault = await startVault(t)
  const [token, robins] = [await vault.signIn(), await vault.signIn(robin)]
  const [id, other] = [await vault.makeSite(token), await vault.makeSite(robins, 'robins')]
  for (const path of ['/publish/list', '/publish/create'])
    await checkRefusals(t, vault, { path, main: false, cases: badForAll({ token }) })
  await checkRefusals(t, vault, {
    path: '/publish/delete',
    main: false,
    cases: [
      ...badForAll({ token, site_uid: 'f'.repeat(32) }),
      ['no site', { token }, 'INVALID_REQUEST'],
      ['an unknown site', { token, site_uid: 'f'.repeat(32) }, 'NOT_FOUND'],
      ['a site with NUL', { token, site_uid: '\0' }, 'NOT_FOUND'],
      ['another account’s site', { token, site_uid: other }, 'NOT_FOUND'],
    ],
  })
  const slug = { token, id, host: 'h', slug: 'fine' }
  const ofSites = (body: object): [string, unknown, string][] => [
    ['no site', { ...body, id: undefined }, 'INVALID_REQUEST'],
    ['a site of a number', { ...body, id: 1 }, 'INVALID_REQUEST'],
    ['an unknown site', { ...body, id: 'f'.repeat(32) }, 'NOT_FOUND'],
    ['a site with NUL', { ...body, id: '\0' }, 'NOT_FOUND'],
    ['another account’s site', { ...body, id: other }, 'NOT_FOUND'],
    ['another account', { ...body, token: robins }, 'NOT_FOUND'],
  ]
  await checkRefusals(t, vault, {
    path: '/api/slug',
    main: false,
    cases: [
      ...badForAll(slug),
      ...ofSites(slug),
      ['no slug', { ...slug, slug: undefined }, 'INVALID_REQUEST'],
      ['a slug of a number', { ...slug, slug: 1 }, 'INVALID_REQUEST'],
      ...[
        '',
        'Large',
        'two words',
        '-',
        'a-',
        'a.b',
        'a/b',
        '../a',
        'ä',
        'a\0',
        'x'.repeat(64),
        'www',
        'api',
        'admin',
        'xn--bcher-kva',
      ].map((text): [string, unknown, string] => [
        `the slug ${JSON.stringify(text)}`,
        { ...slug, slug: text },
        'INVALID_REQUEST',
      ]),
      ['a taken slug', { ...slug, slug: 'robins' }, 'SLUG_TAKEN'],
      ['a host of a number', { ...slug, host: 1 }, 'INVALID_REQUEST'],
      ['a slug of one letter', { ...slug, slug: 'a' }, undefined],
    ],
  })
  await checkRefusals(t, vault, {
    path: '/api/slugs',
    main: false,
    cases: [
      ...badForAll({ token, ids: [id] }),
      ['no ids', { token }, 'INVALID_REQUEST'],
      ['ids as text', { token, ids: id }, 'INVALID_REQUEST'],
      ['ids of numbers', { token, ids: [1] }, 'INVALID_REQUEST'],
      ['none', { token, ids: [] }, undefined],
      ['an id that looks like an error', { token, ids: ['error', 'code', 'message'] }, undefined],
    ],
  })
  const unknown = 'f'.repeat(32)
  const asked = { token, ids: [other, unknown, '__proto__', 'error'] }
  const { body } = await vault.post('/api/slugs', asked)
  t.same(body, { [other]: '', [unknown]: '' }, 'nothing of other people’s sites')
  const options = { token, id, options: { siteName: 'x' } }
  await checkRefusals(t, vault, {
    path: '/api/options',
    main: false,
    cases: [
      ...badForAll(options),
      ...ofSites(options),
      ['an unknown option', { ...options, options: { evil: 1 } }, 'INVALID_REQUEST'],
      ['a name of a number', { ...options, options: { siteName: 1 } }, 'INVALID_REQUEST'],
      ['an unknown theme', { ...options, options: { defaultTheme: 'x' } }, 'INVALID_REQUEST'],
      ['a name with NUL', { ...options, options: { siteName: '\0' } }, 'INVALID_REQUEST'],
      ['a short password', { ...options, password: '1234567' }, 'INVALID_REQUEST'],
      ['a long password', { ...options, password: 'x'.repeat(201) }, 'INVALID_REQUEST'],
      ['a password of a number', { ...options, password: 12_345_678 }, 'INVALID_REQUEST'],
      ['a password as an option', { ...options, options: { password: 'x' } }, 'INVALID_REQUEST'],
    ],
  })
})

t.test('deletes a site with its files, and nothing of others', async t => {
  const { post, signIn, makeSite, upload, list, get, folder } = await startVault(t, {
    settings: { VAULT_SITES_PER_ACCOUNT: '2' },
  })
  const token = await signIn()
  const [gone, kept] = [await makeSite(token, 'gone'), await makeSite(token, 'kept')]
  for (const [id, path, text] of [
    [gone, 'a.md', 'one'],
    [gone, 'b.md', 'shared'],
    [kept, 'b.md', 'shared'],
  ] as const)
    await upload(token, id, path, text)
  t.match(await post('/publish/create', { token }), {
    status: 403,
    body: { code: 'LIMIT_REACHED', error: 'This account is full: it can have at most 2 sites.' },
  })
  t.same((await post('/publish/delete', { token, site_uid: gone })).body, { status: 'ok' })
  t.equal((await get('/s/gone/a')).status, 404)
  t.equal((await get('/s/kept/b')).status, 200)
  t.match(await list(token, kept), [{ path: 'b.md' }])
  t.equal(filesIn(folder).length, 1, 'the contents of the deleted site are gone')
  t.match((await post('/publish/delete', { token, site_uid: gone })).body, { code: 'NOT_FOUND' })
  t.equal((await post('/publish/create', { token })).status, 200, 'there is room again')
})
