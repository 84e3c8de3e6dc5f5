import { join } from 'node:path'
import t from 'tap'
import { version } from '../../src/client.ts'
import { published } from '../endpoints/row.ts'
import { machine } from './machine.ts'
import { vault } from './running.ts'
import { password, token } from './small-vault.ts'

t.test('vaults: list, create, check', async t => {
  const { run, json, host } = await machine(t)
  const list = await run(['vaults', 'list'])
  t.match(list.out, /^v1 {2}Notes {2}5 B {2}encryption 3 {2}own\n$/)
  const listed = await json(['vaults', 'list'])
  t.match(listed, { vaults: [{ id: 'v1', serviceKeepsKey: false }] }, 'a key hash is no key')
  t.notMatch(JSON.stringify(listed), /"password"|[0-9a-f]{64}/, 'key hashes stay out of it')

  t.match(await json(['vaults', 'create', 'New', '--service-key']), { id: 'v2', name: 'New' })
  t.match(host.seen.at(-1)?.fields, { keyhash: null, encryption_version: 3 })
  const args = ['vaults', 'create', 'N', '--password-stdin', '--region', 'eu']
  await run([...args, '--encryption-version', '0'], { input: password })
  t.match(host.seen.at(-1)?.fields, { region: 'eu', encryption_version: 0, keyhash: /^\w{64}$/ })
  t.match(await run(['vaults', 'create', 'N', '--region', 'mars', '--service-key']), {
    code: 2,
    err: /There are: eu/,
  })
  const badVersion = ['vaults', 'create', 'N', '--encryption-version', '1', '--service-key']
  t.equal((await run(badVersion)).code, 2)

  const check = async (name: string, input: string) =>
    (await run(['vaults', 'check', name, '--password-stdin'], { input })).code
  t.equal(await check('v1', password), 0)
  t.equal(await check('Notes', `${password}\n`), 0)
  t.equal(await check('v1', 'other'), 5)
  t.equal(await check('v9', password), 6)
  const env = { VAULT_ENCRYPTION_PASSWORD: password }
  t.equal((await run(['vaults', 'check', 'v1'], { env })).code, 0)
  const byService = ['vaults', 'check', 'v1', '--service-key']
  t.match(await run(byService), { code: 2, err: /keeps no key/ })
  host.state.password = password
  t.match(await json(['vaults', 'list']), { vaults: [{ serviceKeepsKey: true }] })
  t.equal((await run(byService)).code, 0)
})

t.test('regions, sites and slugs', async t => {
  const { run, json, host } = await machine(t)
  t.same(await json(['regions']), { regions: [{ id: 'eu', name: 'Europe' }] })
  t.match(await json(['sites', 'list']), { sites: [{ id: 's1', slug: 'nights' }] })
  t.match(await json(['sites', 'create', '--slug', 'ours']), { id: 's2', slug: 'ours' })
  const taken = await run(['sites', 'create', '--slug', 'taken'])
  t.equal(taken.code, 1)
  t.match(taken.err, /s2 was made, but has no slug/)
  t.match(await json(['sites', 'create', '--slug', 'taken']), {
    error: { name: 'SlugTaken', message: /slugs? s2 SLUG/ },
  })
  const before = host.seen.length
  t.match(await run(['sites', 'create', '--slug', host.state.slug]), {
    code: 1,
    err: /None was made/,
  })
  t.notOk(
    host.seen.slice(before).some(({ path }) => path === '/publish/create'),
    'no orphan',
  )
  t.match(await json(['sites', 'slug', 's1', 'bed']), { id: 's1', slug: 'bed' })
  t.equal(host.state.slug, 'bed')
  t.equal((await run(['sites', 'slug', 'missing', 'x'])).code, 6)
})

t.test('files: upload, list, remove, by id and by slug', async t => {
  const { run, json, home, host } = await machine(t)
  const note = join(home, 'note')
  await run(['files', 'upload', 'nights', note, '--as', 'u\u0308.md'])
  const both = ['files', 'upload', 's1', note, join(home, 'other.md'), '--into', 'deep/er/']
  t.match(await json(both), { uploaded: [{ path: 'deep/er/note' }, { path: 'deep/er/other.md' }] })
  t.same([...host.state.files.keys()].toSorted(), ['deep/er/note', 'deep/er/other.md', 'ü.md'])
  t.match(await run(['files', 'list', 's1']), { code: 0, out: /9 B {2}ü\.md\n/ })
  t.match(await json(['files', 'remove', 's1', 'ü.md']), { removed: ['ü.md'] })
  t.equal(host.state.files.size, 2)
  const gone = await run(['files', 'remove', 's1', 'ü.md'])
  t.match(gone, { code: 6, err: /^vault: "ü\.md": Not found\./ }, 'which one is not there')
  t.equal((await run(['files', 'remove', 's1', '../x'])).code, 2)
  t.equal((await run([...both, '--as', 'x'])).code, 2)
  const missing = await run(['files', 'upload', 's1', join(home, 'missing')])
  t.match(missing, { code: 2, err: /^vault: There is no .*missing\.\n$/ })
})

t.test('exit codes and errors say what happened, without secrets', async t => {
  const { run, json, host } = await machine(t)
  const cases: [trouble: object, code: number, name: string][] = [
    [{ status: 404, body: { code: 'NOT_FOUND', message: token } }, 6, 'NotFound'],
    [{ status: 507, body: { error: `Full ${token}` } }, 7, 'QuotaExceeded'],
    [{ status: 503, headers: { 'retry-after': '900' }, body: token }, 8, 'Unavailable'],
    [{ status: 403, body: { error: token } }, 9, 'NotAllowed'],
    [{ status: 401, body: { error: token } }, 3, 'NotSignedIn'],
    [{ status: 404, body: published('Not found.', 'NOT_FOUND') }, 6, 'NotFound'],
    [{ body: `<html>${token}` }, 1, 'UnexpectedAnswer'],
  ]
  for (const [trouble, code, name] of cases) {
    host.state.trouble.set('/api/list', trouble)
    const { err, out, ...ended } = await run(['files', 'list', 's1'])
    t.equal(ended.code, code, name)
    t.match(err, /^vault: .+\n$/)
    t.equal(out, '')
    t.notMatch(err, token)
    t.notMatch(err, /“Not found\.”/, 'the same sentence is not said twice')
    t.match(await json(['files', 'list', 's1']), { error: { name, exitCode: code } })
  }
  host.state.trouble.clear()
  const nonsense = await run(['whoami'], { env: { VAULT_URL: 'nonsense' } })
  t.match(nonsense, { code: 2, err: /The address of the main API is not a URL/ })
})

t.test('refuses a site on a host that is not allowed', async t => {
  const { run, host } = await machine(t)
  const site = { id: 's1', slug: 'nights', host: 'evil.example' }
  host.state.trouble.set('/publish/list', { body: { sites: [site], shared: [] } })
  t.match(await run(['files', 'list', 's1']), { code: 9, err: /not on the list of allowed/ })
  const allowed = ['files', 'list', 's1', '--site-url', host.address]
  t.equal((await run(allowed)).code, 0)
})

t.test('prints help, and refuses unknown words', async t => {
  const { run } = await machine(t)
  t.match(await run(['--help']), { code: 0, out: /publish .*<folder>/, err: '' })
  t.match(await run(['files', 'upload', '--help']), { code: 0, out: /--into[^]*--token-file/ })
  t.match(await run(['--version']), { code: 0, out: `${version}\n`, err: '' })
  for (const args of [
    [],
    ['nonsense'],
    ['files', 'list'],
    ['whoami', '--nonsense'],
    ['publish', '.'],
  ])
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await run([...args, ...more])
      t.equal(code, 2, args.join(' '))
      t.equal(out, '')
      if (more.length === 0) t.match(err, /^error: |^Usage: /)
      else t.match(JSON.parse(err), { error: { name: 'UsageError', exitCode: 2, message: /^\w/ } })
    }
})

t.test('asks for a password where it has to, and for a new one twice', async t => {
  const { run, host } = await machine(t)
  host.state.password = password
  t.match(await run(['vaults', 'check', 'Notes']), { code: 0, out: /service keeps the key/ })
  const given = await run(['vaults', 'check', 'Notes', '--password-stdin'], { input: 'x\n' })
  t.equal(given.code, 5, 'what somebody gives is checked all the same')
  const create = (again: string) =>
    run(['vaults', 'create', 'New'], {
      typed: [
        ['Password of the vault', password],
        ['Password of the vault, again', again],
      ],
    })
  t.match(await create(`${password}x`), { code: 2, err: /not the same\. Nothing was made/ })
  t.notOk(host.seen.some(({ path }) => path === '/vault/create'))
  t.equal((await create(password)).code, 0)
})

t.test('reports a missing sign-in and an unreachable service', async t => {
  t.match(await vault(['whoami'], { home: t.testdir() }), {
    code: 3,
    err: /Not signed in\. Run: vault login/,
  })
  const env = { VAULT_TOKEN: token, VAULT_URL: 'http://127.0.0.1:1' }
  t.match(await vault(['whoami'], { home: t.testdir(), env }), {
    code: 8,
    err: /No connection to the host .*ECONNREFUSED/,
  })
})

t.test('deletes a site only with --yes, and says when the account is full', async t => {
  const { run, json, host } = await machine(t)
  host.state.files.set('a.md', { hash: 'ab', size: 1 })
  t.match(await run(['sites', 'delete', 'nights']), {
    code: 0,
    out: 'Would delete the site nights with 1 files. Nothing was changed; say --yes.\n',
  })
  t.same(host.state.deleted, [])
  t.match(await json(['sites', 'delete', 'nights', '--yes']), { site: 's1', deleted: true })
  t.same(host.state.deleted, ['s1'])
  const text = 'This account is full: it can have at most 1 sites.'
  host.state.trouble.set('/publish/create', {
    status: 403,
    body: published(text, 'LIMIT_REACHED'),
  })
  t.match(await run(['sites', 'create']), {
    code: 7,
    err: /The account is full\. “This account is full/,
  })
})

t.test('shows the options of a site, and changes them by flags', async t => {
  const { run, json, host } = await machine(t)
  host.state.url = 'https://notes.example/s/nights/'
  t.same((await run(['sites', 'options', 'nights'])).out.split('\n'), [
    'address         https://notes.example/s/nights/',
    'title           nights',
    'home            index.md',
    'password        none',
    'search engines  are asked to leave it out',
    '',
  ])
  const args = ['sites', 'options', 's1', '--title', 'Our nights', '--home', 'Start', '--index']
  t.match(await json(args), {
    site: 's1',
    address: 'https://notes.example/s/nights/',
    options: {
      siteName: 'Our nights',
      indexFile: 'Start',
      allowIndexing: true,
      hasPassword: false,
    },
  })
  t.match(await run(['sites', 'options', 's1']), { out: /search engines {2}may list it/ })
  t.match(await run(['sites', 'options', 's1', '--password-stdin'], { input: 'moonlight' }), {
    code: 0,
    out: /password +readers need one\nsearch engines +are asked/,
  })
  t.equal(host.state.readers, 'moonlight')
  const both = ['sites', 'options', 's1', '--no-password', '--password-stdin']
  t.equal((await run(both, { input: 'x' })).code, 2)
  t.match(await json(['sites', 'options', 's1', '--no-password', '--no-index']), {
    options: { siteName: 'Our nights', allowIndexing: false, hasPassword: false },
  })
  const env = { VAULT_TOKEN: token, VAULT_URL: host.address, VAULT_SITE_PASSWORD: 'starlight' }
  t.equal((await run(['sites', 'options', 's1', '--password'], { env })).code, 0)
  t.equal(host.state.readers, 'starlight')
  t.equal((await run(['sites', 'options', 'missing'])).code, 6)
})
