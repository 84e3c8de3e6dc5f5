import t from 'tap'
import { isLoopback, readAddresses, type VaultAddresses } from '../src/addresses.ts'
import { HostNotAllowed, InvalidRequest } from '../src/index.ts'

const main = 'https://api.example.org'

t.test('has three base addresses, each settable, without a trailing slash', async t => {
  const alone = readAddresses({ main: 'https://vault.example.org/base/' })
  t.equal(alone.main, 'https://vault.example.org/base')
  t.equal(alone.publish, 'https://vault.example.org/base')
  t.equal(alone.siteOf('vault.example.org'), 'https://vault.example.org/base', 'with its path')
  const all = readAddresses({
    main,
    publish: 'https://p.example.org/',
    site: 'https://s.example.org',
  })
  t.equal(all.publish, 'https://p.example.org')
  t.equal(all.siteOf('whatever.example'), 'https://s.example.org', 'one address for every site')
})

const allowed: [host: string, addresses: Partial<VaultAddresses>, base: string][] = [
  ['api.example.org', {}, 'https://api.example.org'],
  ['API.example.org', {}, 'https://api.example.org'],
  ['https://api.example.org', {}, 'https://api.example.org'],
  ['pub-01.example.org', { siteHosts: ['pub-01.example.org'] }, 'https://pub-01.example.org'],
  ['pub-01.example.org', { siteHosts: ['*.example.org'] }, 'https://pub-01.example.org'],
  [
    'pub-01.example.org:8443',
    { siteHosts: ['*.example.org:8443'] },
    'https://pub-01.example.org:8443',
  ],
  ['127.0.0.1:8090', { siteHosts: ['127.0.0.1:8090'] }, 'http://127.0.0.1:8090'],
  ['[::1]:8090', { siteHosts: ['[::1]:8090'] }, 'http://[::1]:8090'],
  ['localhost:8090', { main: 'http://localhost:8090' }, 'http://localhost:8090'],
  ['https://127.0.0.1:8090', { siteHosts: ['127.0.0.1:8090'] }, 'https://127.0.0.1:8090'],
  [
    'http://intern.example',
    { siteHosts: ['intern.example'], allowPlainHttp: true },
    'http://intern.example',
  ],
]
t.test('asks site hosts that are allowed', async t => {
  for (const [host, addresses, base] of allowed)
    t.equal(readAddresses({ main, ...addresses }).siteOf(host), base, host)
})

const refused: [host: string, addresses: Partial<VaultAddresses>][] = [
  ['evil.example', {}],
  ['', {}],
  ['api.example.org.evil.example', {}],
  ['api.example.org:8443', {}],
  ['api.example.org@evil.example', {}],
  ['https://api.example.org@evil.example', {}],
  ['evil.example/api.example.org', {}],
  ['evil.example?api.example.org', {}],
  ['evil.example#api.example.org', {}],
  ['ftp://api.example.org', {}],
  ['example.org', { siteHosts: ['*.example.org'] }],
  ['evilexample.org', { siteHosts: ['*.example.org'] }],
  ['localhost.evil.example', { siteHosts: ['localhost'] }],
  ['localhost', {}],
  ['127.0.0.1:9', { main: 'http://127.0.0.1:8' }],
]
t.test('gives no token to other site hosts, or without encryption', async t => {
  for (const [host, addresses] of refused)
    t.throws(() => readAddresses({ main, ...addresses }).siteOf(host), HostNotAllowed, host)
  const { siteOf } = readAddresses({ main, siteHosts: ['intern.example'] })
  t.throws(() => siteOf('http://intern.example'), InvalidRequest, 'unless told to')
})

t.test('refuses invalid addresses', async t => {
  for (const bad of [
    '',
    'vault.example.org',
    'ftp://vault.example.org',
    'http://vault.example.org',
    'https://user:word@vault.example.org',
    'https://vault.example.org/?a=b',
  ])
    t.throws(() => readAddresses({ main: bad }), InvalidRequest, bad)
})

t.test('recognizes only loopback addresses as this machine', async t => {
  for (const name of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]']) t.ok(isLoopback(name), name)
  for (const name of ['localhost.evil.example', '127.0.0.1.evil.example', '128.0.0.1', 'local'])
    t.notOk(isLoopback(name), name)
})
