import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
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
  t.equal(before.length - filled.length, 2, 'the client secret and the people are missing')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'x\n')
  t.notMatch(run('prepare').said, 'google-client-secret')
  t.equal(read().filter(text => !before.includes(text)).length, 1, 'the others stay')
  t.equal(readFileSync(`${folder}/.env`, 'utf8'), readFileSync('.env.example', 'utf8'))
})

t.test('with its own servers, an installation needs an address and people', async t => {
  const { folder, run, set } = checkout(t)
  const first = run('prepare', {}, {}, ['own'])
  t.match(first.said, /secrets\/identity-users is empty: add each person with sh infra\/person.sh/)
  t.notMatch(first.said, /google/i)
  const env = readFileSync(`${folder}/.env`, 'utf8')
  for (const line of ['CALENDAR=caldav', 'SIGN_IN=oidc', 'COMPOSE_PROFILES=calendar,identity'])
    t.match(env, `\n${line}\n`)
  set('PUBLIC_URL', 'https://nights.example.com')
  set('ALLOWED_EMAILS', 'alex@example.com')
  t.match(run('person', {}, {}, ['alex@example.com'], 'secret\n'), { status: 0 })
  t.match(run('prepare'), { status: 0, said: /Nothing is missing/ })
  const read = (name: string) => readFileSync(`${folder}/secrets/${name}`, 'utf8')
  t.equal(read('caldav-users'), `parents:${read('caldav-password')}`)
  t.match(read('identity-key'), /^-----BEGIN (RSA )?PRIVATE KEY-----/)
})

t.test('people can be added, and their passwords changed', async t => {
  const { folder, run } = checkout(t)
  const add = (email: string, password: string) =>
    run('person', {}, {}, [email], `${password}\n`).status
  const people = () => {
    const text = readFileSync(`${folder}/secrets/identity-users`, 'utf8')
    return parse(text) as { users: Record<string, { email: string; password: string }> }
  }
  t.equal(add('alex@example.org', "it's: a #secret"), 0)
  t.equal(add('robin@example.org', 'another'), 0)
  t.equal(add('alex@example.com', 'a namesake'), 0)
  const { users } = people()
  t.strictSame(
    Object.entries(users).map(([name, { email }]) => [name, email]),
    [
      ['alex', 'alex@example.org'],
      ['robin', 'robin@example.org'],
      ['alex.example.com', 'alex@example.com'],
    ],
  )
  t.match(users['alex']?.password, /^\$6\$/)
  t.equal(add('alex@example.org', 'changed'), 0)
  const changed = people().users
  t.equal(Object.keys(changed).length, 3)
  t.not(changed['alex']?.password, users['alex']?.password)
  t.strictSame(changed['robin'], users['robin'], 'the others stay')
  for (const wrong of ['', 'alex', "x'@example.org", '@example.org'])
    t.equal(add(wrong, 'x'), 1, wrong)
  t.equal(add('kim@example.org', ''), 1, 'without a password')
  t.strictSame(people().users, changed)
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
