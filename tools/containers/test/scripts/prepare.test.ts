import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { checkout } from './checkout.ts'

t.test('infra/prepare.sh makes a .env and secrets once', async t => {
  const { folder, run } = checkout(t)
  t.match(run('prepare'), { status: 0, said: /secrets\/google-client-secret is empty/ })
  const files = readdirSync(`${folder}/secrets`).map(name => `./secrets/${name}`)
  const compose = readFileSync('docker-compose.yml', 'utf8')
  const named = [...compose.matchAll(/file: (\.\/secrets\/[\w-]+)/g)].map(([, path = '']) => path)
  t.strictSame(files.toSorted(), named.toSorted())
  t.equal(statSync(`${folder}/secrets`).mode & 0o777, 0o700)
  const read = () => files.map(path => readFileSync(`${folder}/${path}`, 'utf8'))
  const before = read()
  const filled = before.filter(text => text !== '')
  t.equal(new Set(filled).size, filled.length, 'no two are the same')
  t.equal(before.length - filled.length, 2, 'those of Google and of another provider are missing')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'x\n')
  t.notMatch(run('prepare').said, 'google-client-secret')
  t.equal(read().filter(text => !before.includes(text)).length, 1, 'the others stay')
  t.equal(readFileSync(`${folder}/.env`, 'utf8'), readFileSync('.env.example', 'utf8'))
})

t.test('with its own servers, an installation needs only an address', async t => {
  const { folder, run, set } = checkout(t)
  const first = run('prepare', {}, {}, ['own']).said
  t.match(first, /Left to do .*\n- PUBLIC_URL in \.env is still the example: write yours there\.$/)
  const env = readFileSync(`${folder}/.env`, 'utf8')
  for (const line of [
    'CALENDAR=caldav',
    'SIGN_IN=accounts',
    'ALLOWED_EMAILS=',
    'COMPOSE_PROFILES=calendar',
  ])
    t.match(env, `\n${line}\n`)
  set('PUBLIC_URL', 'https://nights.example.com')
  t.match(run('prepare'), { status: 0, said: /Nothing is missing/ })
  const read = (name: string) => readFileSync(`${folder}/secrets/${name}`, 'utf8')
  t.equal(read('caldav-users'), `parents:${read('caldav-password')}`)
})

t.test(
  'infra/prepare.sh gives each role its own address, and an existing installation its old one',
  async t => {
    const { folder, run } = checkout(t)
    const address = (name: string) => readFileSync(`${folder}/secrets/${name}`, 'utf8').trim()
    run('prepare')
    t.match(
      address('database-url-webhook-ingest'),
      /^postgres:\/\/night_routine_webhook_ingest:[0-9a-f]{64}@postgres:5432\/night_routine$/,
    )
    t.not(
      new URL(address('database-url-web')).password,
      new URL(address('database-url-vault')).password,
    )
    const before = 'postgres://family:secret@db.example.org/nights?sslmode=verify-full'
    writeFileSync(`${folder}/secrets/database-url`, before)
    rmSync(`${folder}/secrets/database-url-web`)
    run('prepare')
    t.equal(address('database-url-web'), before)
    t.match(address('database-url-vault'), /night_routine_vault/, 'what is there stays')
  },
)
