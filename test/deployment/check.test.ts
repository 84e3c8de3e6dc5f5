import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { once } from 'node:events'
import t, { type Test } from 'tap'
import { checkout } from './checkout.ts'

/** A clone in which everything is prepared and filled in. */
function prepared(t: Test) {
  const { folder, run } = checkout(t)
  run('infra/prepare.sh')
  const env = `${folder}/.env`
  const set = (name: string, value: string) => {
    const lines = readFileSync(env, 'utf8').split('\n')
    const kept = lines.filter(line => !line.startsWith(`${name}=`))
    writeFileSync(env, [...kept, `${name}=${value}`, ''].join('\n'))
  }
  set('PUBLIC_URL', 'https://nights.example.com')
  set('ALLOWED_EMAILS', '"alex@example.com"')
  set('GOOGLE_CLIENT_ID', '1-x.apps.googleusercontent.com')
  // Ports that are free in most places where tests run.
  set('HTTP_PORT', '47080')
  set('HTTPS_PORT', '47443')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'secret\n')
  const check = (machine?: Parameters<typeof run>[1]) => run('infra/check.sh', machine)
  return { folder, set, check, run }
}

t.test('says that nothing is missing, also after infra/prepare.sh', async t => {
  const { check, run } = prepared(t)
  t.strictSame(check(), { status: 0, said: ['Nothing is missing. Start it: docker compose up -d'] })
  t.match(run('infra/prepare.sh').said.at(-1), 'Nothing is missing')
})

t.test('says in one sentence what is wrong with Docker', async t => {
  const { check } = prepared(t)
  for (const [machine, sentence] of [
    ['no docker', /^Docker is not installed: install /],
    [{ engine: '' }, /^Docker does not answer: start it, /],
    [{ engine: '24.0.7' }, /^Docker Engine 24.0.7 is too old: install version 25 or newer/],
    [{ compose: '' }, /^Docker has no compose plugin: install /],
    [{ compose: 'v2.23.3' }, /^Docker Compose v2.23.3 is too old: install version 2.24 or newer/],
    [
      { freeGigabytes: 5 },
      /^The disk of Docker \(\/\) has 5 GB free, and 6 GB are needed: make room/,
    ],
    [{ freeGigabytes: 0, images: true }, /^The disk of Docker .* 0 GB free, and 1 GB are needed/],
    [{ published: true }, /^Port 47080 is in use: stop the program that has it/],
  ] as const) {
    const { status, said } = check(machine)
    t.equal(status, 1)
    t.match(said[0], sentence)
    if (machine !== 'no docker' && 'published' in machine) t.equal(said.length, 2, 'both ports')
    else t.equal(said.length, 1)
  }
  for (const machine of [
    { engine: '25.0.0', compose: '2.24.0' },
    { engine: '31.2.1', compose: 'v5.5.0' },
    { freeGigabytes: 5, images: true },
    { published: true, running: true },
  ])
    t.equal(check(machine).status, 0, JSON.stringify(machine))
})

t.test('names a port that another program has', async t => {
  if (process.platform !== 'linux') {
    t.comment('skipped: only Linux lists its ports in a file')
    return
  }
  const { set, check } = prepared(t)
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  set('HTTPS_PORT', port)
  t.match(check(), { status: 1, said: [new RegExp(`^Port ${port} is in use: stop the program`)] })
  set('HTTPS_PORT', '47443')
  set('GRAFANA_PORT', port)
  t.equal(check().status, 0, 'Grafana is not started')
  set('COMPOSE_PROFILES', 'backup,observability')
  t.match(check(), { status: 1, said: [new RegExp(`^Port ${port} is in use`)] })
})

t.test('says what is missing in .env and secrets', async t => {
  const { folder, set, check } = prepared(t)
  set('PUBLIC_URL', 'https://routine.example.org')
  t.match(check(), {
    status: 1,
    said: ['PUBLIC_URL in .env is still the example: write yours there.'],
  })
  set('PUBLIC_URL', 'nights.example.com')
  t.match(check(), { status: 1, said: [/^PUBLIC_URL in .env does not begin with https:/] })
  set('PUBLIC_URL', '')
  t.match(check(), { status: 1, said: ['PUBLIC_URL in .env is empty: write yours there.'] })
  set('PUBLIC_URL', 'https://nights.example.com')
  writeFileSync(`${folder}/secrets/google-client-secret`, ' \n')
  t.match(check(), {
    status: 1,
    said: [/^secrets\/google-client-secret is empty: write the client/],
  })
  rmSync(`${folder}/secrets`, { recursive: true })
  rmSync(`${folder}/.env`)
  const { status, said } = check()
  t.equal(status, 1)
  t.equal(said[0], 'There is no .env: run sh infra/prepare.sh.')
  t.equal(said.length, 9, 'and each of the eight secrets')
  t.match(said[1], /^secrets\/database-password is missing: put your copy of it back, or run sh/)
})

/** Runs the check of the first container on a volume with data of these versions. */
function inside(t: Test, versions: string[], freeKilobytes = 5_000_000) {
  const folder = t.testdir({ secrets: { secret_keys: 'k\n', google_client_secret: 's\n' } })
  for (const path of versions) {
    mkdirSync(`${folder}/volume/${path}`, { recursive: true })
    writeFileSync(`${folder}/volume/${path}/PG_VERSION`, `${path.split('/')[0]}\n`)
  }
  mkdirSync(`${folder}/bin`)
  const df = `#!/bin/sh\nprintf 'Filesystem\\n/dev/x 1 1 ${freeKilobytes} 1%% /\\n'\n`
  writeFileSync(`${folder}/bin/df`, df, { mode: 0o755 })
  const env = {
    PATH: `${folder}/bin:${process.env['PATH']}`,
    SECRETS: `${folder}/secrets`,
    VOLUME: `${folder}/volume`,
    PGDATA: `${folder}/volume/18/docker`,
  }
  return {
    folder,
    check: () => {
      const { status, stdout } = spawnSync('sh', ['infra/check-inside.sh'], {
        env,
        encoding: 'utf8',
      })
      return { status, said: stdout.trim() }
    },
  }
}

t.test('the first container finds nothing wrong', async t => {
  for (const versions of [[], ['18/docker'], ['17/docker', '18/docker']])
    t.strictSame(inside(t, versions).check(), { status: 0, said: '' }, versions.join())
})

t.test('the first container refuses a volume of another PostgreSQL and a full disk', async t => {
  t.match(inside(t, ['17/docker']).check(), {
    status: 1,
    said: /^The volume holds data of PostgreSQL 17, and this version runs PostgreSQL 18: move it .*\.$/,
  })
  t.match(inside(t, ['data']).check(), { status: 1, said: /^The volume holds data/ })
  t.match(inside(t, [], 99 * 1024).check(), {
    status: 1,
    said: /^The disk of Docker has only 99 MB left: make room .*\.$/,
  })
})

t.test('the first container names a secret that is empty', async t => {
  const { folder, check } = inside(t, [])
  for (const name of ['secret_keys', 'google_client_secret'])
    writeFileSync(`${folder}/secrets/${name}`, '\n')
  t.match(check(), {
    status: 1,
    said: /^secrets\/google-client-secret is empty: write .*\nsecrets\/secret-keys is empty: put your copy/,
  })
})

t.test('the scripts are plain sh', async t => {
  for (const name of ['prepare', 'check', 'check-inside'])
    t.equal(spawnSync('sh', ['-n', `infra/${name}.sh`]).status, 0, name)
})
