import { mkdirSync, writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { checkout, type Machine } from './checkout.ts'

/** A clone in which everything is prepared and filled in. */
function prepared(t: Test) {
  const clone = checkout(t)
  clone.run('prepare')
  clone.set('PUBLIC_URL', 'https://nights.example.com')
  clone.set('ALLOWED_EMAILS', '"alex@example.com"')
  clone.set('GOOGLE_CLIENT_ID', '1-x.apps.googleusercontent.com')
  // Ports that are free in most places where tests run.
  clone.set('HTTP_PORT', '47080')
  clone.set('HTTPS_PORT', '47443')
  writeFileSync(`${clone.folder}/secrets/google-client-secret`, 'secret\n')
  return clone
}

t.test('infra/check.sh says that nothing is missing', async t => {
  const { run } = prepared(t)
  const said = 'Nothing is missing. Start it: docker compose up -d'
  t.strictSame(run('check'), { status: 0, said })
  t.match(run('prepare').said, said)
  t.equal(run('check', { engine: '25.0.0', compose: 'v2.24.0' }).status, 0)
  t.equal(run('check', { freeGigabytes: 5, images: true }).status, 0)
})

t.test('it says in one sentence what is wrong with Docker', async t => {
  const { run } = prepared(t)
  const faults: [Machine, RegExp][] = [
    [{ engine: '' }, /^Docker does not answer: start it, /],
    [{ engine: '24.0.7' }, /^Docker Engine 24.0.7 is too old: install version 25 or newer/],
    [{ compose: '' }, /^Docker has no compose plugin: install /],
    [{ compose: 'v2.23.3' }, /^Docker Compose v2.23.3 is too old: install version 2.24 or newer/],
    [{ freeGigabytes: 5 }, /^The disk of Docker \(\/\) has 5 GB free, and 6 GB are needed: make/],
    [{ freeGigabytes: 0, images: true }, /^The disk .* 0 GB free, and 1 GB are needed/],
    [{ published: true }, /^Port 47080 is in use: stop .*\nPort 47443 is in use: /],
  ]
  for (const [machine, said] of faults) t.match(run('check', machine), { status: 1, said })
})

t.test('it says which server is missing for the calendar and the sign-in', async t => {
  const { folder, run, set } = prepared(t)
  set('SIGN_IN', 'oidc')
  t.match(run('check').said, /OIDC_ISSUER in \.env is empty: .*\nCALENDAR=google .* needs/)
  set('CALENDAR', 'caldav')
  t.match(run('check').said, 'CALENDAR=caldav in .env has no server')
  set('CALDAV_URL', 'https://cloud.example.org/remote.php/dav')
  set('OIDC_ISSUER', 'https://cloud.example.org')
  writeFileSync(`${folder}/secrets/google-client-secret`, '')
  set('GOOGLE_CLIENT_ID', '')
  t.match(run('check'), {
    status: 1,
    said: /^secrets\/oidc-client-secret is empty: write the client secret of the provider.*$/,
  })
  writeFileSync(`${folder}/secrets/oidc-client-secret`, 'secret\n')
  t.equal(run('check').status, 0, 'and Google is not asked for')
})

t.test('accounts of the installation need no list, no client and no secret of one', async t => {
  const { folder, run, set } = prepared(t)
  writeFileSync(`${folder}/secrets/google-client-secret`, '')
  for (const name of ['GOOGLE_CLIENT_ID', 'ALLOWED_EMAILS']) set(name, '')
  set('SIGN_IN', 'accounts')
  t.match(run('check').said, /^CALENDAR=google in \.env needs SIGN_IN=google: .*$/)
  set('CALENDAR', 'own')
  t.equal(run('check').status, 0)
  set('CALENDAR', 'caldav')
  set('COMPOSE_PROFILES', 'calendar')
  t.equal(run('check').status, 0)
  set('ALLOWED_EMAILS', 'alex@example.org,robin@example.org')
  t.match(run('check').said, 'ALLOWED_EMAILS in .env is still the example: write yours there.')
})

t.test('it says what is missing in .env and secrets', async t => {
  const { folder, run, set, remove } = prepared(t)
  for (const [value, said] of [
    ['https://routine.example.org', 'PUBLIC_URL in .env is still the example: write yours there.'],
    ['nights.example.com', 'PUBLIC_URL in .env does not begin with https:'],
    ['', 'PUBLIC_URL in .env is empty: write yours there.'],
  ] as const) {
    set('PUBLIC_URL', value)
    t.match(run('check'), { status: 1, said })
  }
  set('PUBLIC_URL', 'https://nights.example.com')
  writeFileSync(`${folder}/secrets/google-client-secret`, ' \n')
  t.match(run('check'), { status: 1, said: 'secrets/google-client-secret is empty: write the' })
  remove('secrets')
  remove('.env')
  const { said } = run('check')
  t.match(
    said,
    /^There is no .env: run sh infra\/prepare.sh\.\nsecrets\/database-password is missing/,
  )
  t.equal(
    said.split('\n').length,
    18,
    'and each of the seventeen secrets that Google’s sign-in needs',
  )
})

/** Runs infra/check-inside.sh with this key, on a volume with data of these versions. */
function inside(t: Test, versions: string[], key = 'k', machine: Machine = {}) {
  const { folder, run } = checkout(t)
  for (const path of [...versions.map(version => `volume/${version}`), 'secrets'])
    mkdirSync(`${folder}/${path}`, { recursive: true })
  for (const version of versions)
    writeFileSync(`${folder}/volume/${version}/PG_VERSION`, `${version.split('/')[0]}\n`)
  writeFileSync(`${folder}/secrets/secret_keys`, key)
  const PGDATA = 'volume/18/docker'
  return run('check-inside', machine, { SECRETS: 'secrets', VOLUME: 'volume', PGDATA })
}

t.test('the first container finds nothing wrong', async t => {
  for (const versions of [[], ['18/docker'], ['17/docker', '18/docker']])
    t.strictSame(inside(t, versions), { status: 0, said: '' }, versions.join())
})

t.test('it asks only for the secrets of the sign-in that is used', async t => {
  const { folder, run } = checkout(t)
  mkdirSync(`${folder}/secrets`)
  mkdirSync(`${folder}/volume`)
  for (const name of ['google_client_secret', 'oidc_client_secret'])
    writeFileSync(`${folder}/secrets/${name}`, '')
  const asked = (more: NodeJS.ProcessEnv) =>
    run('check-inside', {}, { SECRETS: 'secrets', VOLUME: 'volume', PGDATA: 'volume/18', ...more })
      .said
  t.match(asked({}), /^secrets\/google-client-secret is empty: write the client secret.*$/)
  t.match(
    asked({ SIGN_IN: 'oidc' }),
    /^secrets\/oidc-client-secret is empty: write the client secret.*$/,
  )
  t.equal(asked({ SIGN_IN: 'accounts' }), '')
})

t.test('it refuses a volume of another PostgreSQL, a full disk and an empty secret', async t => {
  const old =
    /^The volume holds data of PostgreSQL 17, and this version runs PostgreSQL 18: move it/
  t.match(inside(t, ['17/docker']), { status: 1, said: old })
  t.match(inside(t, ['data']), { status: 1, said: /^The volume holds data/ })
  const full = inside(t, [], 'k', { freeGigabytes: 0.09 })
  t.match(full, { status: 1, said: /^The disk of Docker has only 92 MB left: make room .*\.$/ })
  const empty = /^secrets\/secret-keys is empty: put your copy/
  t.match(inside(t, [], '\n'), { status: 1, said: empty })
})
