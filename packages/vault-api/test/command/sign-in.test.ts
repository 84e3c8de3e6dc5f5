import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { vault } from './running.ts'
import { password, smallVault, token } from './small-vault.ts'

const kept = (home: string) => join(home, '.config', 'vault', 'session.json')
const loginArgs = (address: string) => [
  'login',
  '--url',
  address,
  '--email',
  'alex@example.org',
  '--password-stdin',
]

t.test('a script signs in and out', async t => {
  const host = await smallVault(t)
  const home = t.testdir({})
  const login = await vault(loginArgs(host.address), { home, input: `${password}\n` })
  t.strictSame(login, {
    code: 0,
    out: `Signed in as alex@example.org at ${host.address}.\n`,
    err: '',
  })
  t.equal(statSync(kept(home)).mode & 0o777, 0o600)
  t.equal(statSync(join(home, '.config', 'vault')).mode & 0o777, 0o700)
  t.notMatch(readFileSync(kept(home), 'utf8'), password)

  const who = await vault(['whoami', '--json'], { home })
  t.match(JSON.parse(who.out), { service: host.address, name: 'Alex', mfa: false })
  const out = await vault(['logout'], { home })
  t.equal(out.code, 0)
  t.notOk(existsSync(kept(home)))
  t.equal((await vault(['whoami'], { home, env: { VAULT_URL: host.address } })).code, 3)
})

t.test('a person signs in with a second factor', async t => {
  const host = await smallVault(t, { mfa: true })
  const home = t.testdir({})
  const typed = [
    ['E-mail address', 'alex@example.org'],
    ['Password', password],
    ['second factor', '123456'],
  ] as const
  for (const columns of [100, 0]) {
    const args = ['login', '--url', host.address]
    const { code, out, err } = await vault(args, { home, typed, columns })
    t.equal(code, 0, err)
    t.match(out, 'Signed in as alex@example.org')
    t.notMatch(out + err, password, 'what is typed is not shown')
    t.notMatch(out + err, token)
  }
})

t.test('Ctrl-C at a question cancels', async t => {
  const host = await smallVault(t)
  const args = ['login', '--url', host.address, '--email', 'a@example.org']
  const typed = [['Password', '\u0003']] as const
  t.match(await vault(args, { home: t.testdir({}), typed }), { code: 130, out: '' })
  t.equal(host.seen.length, 0)
})

t.test('takes the second factor from a flag or the second line', async t => {
  const host = await smallVault(t, { mfa: true })
  const home = t.testdir({})
  const args = loginArgs(host.address)
  const code = async (more: string[], input: string) =>
    (await vault([...args, ...more], { home, input })).code
  t.equal(await code(['--mfa', '123456'], password), 0)
  t.equal(await code([], `${password}\n123456\n`), 0)
  t.equal(await code([], password), 4)
  t.equal(await code(['--mfa', '000000'], password), 4)
  const { err } = await vault([...args, '--json'], { home, input: password })
  t.match(JSON.parse(err), { error: { name: 'MfaRequired', exitCode: 4 } })
})

t.test('prints a token for another machine once, and accepts it in VAULT_TOKEN', async t => {
  const host = await smallVault(t)
  const home = t.testdir({})
  const args = [...loginArgs(host.address), '--print-token']
  const { out } = await vault(args, { home, input: password })
  t.equal(out, `${token}\n`)
  t.notOk(existsSync(kept(home)))
  const env = { VAULT_TOKEN: out.trim(), VAULT_URL: host.address }
  t.equal((await vault(['whoami'], { home, env })).code, 0)
})

t.test('reports a wrong or missing password, no terminal and no address', async t => {
  const host = await smallVault(t)
  const home = t.testdir({})
  const wrong = await vault(loginArgs(host.address), { home, input: 'not-the-password\n' })
  t.equal(wrong.code, 3)
  t.notMatch(wrong.err, 'not-the-password')
  t.equal((await vault(loginArgs(host.address), { home, input: '\n' })).code, 2)
  const silent = await vault(['login', '--url', host.address, '--email', 'a'], { home })
  t.equal(silent.code, 2)
  t.match(silent.err, '--password-stdin')
  t.equal((await vault(['login'], { home })).code, 2)
})

t.test('a token goes only to its service, and is deleted even if that is down', async t => {
  const host = await smallVault(t)
  const other = await smallVault(t)
  const home = t.testdir({ damaged: '{' })
  await vault(loginArgs(host.address), { home, input: password })
  const elsewhere = await vault(['whoami', '--url', other.address], { home })
  t.match(elsewhere, { code: 3, err: host.address })
  t.equal(other.seen.length, 0)

  chmodSync(join(home, 'damaged'), 0o600)
  const damaged = ['whoami', '--token-file', join(home, 'damaged')]
  t.match(await vault(damaged, { home }), { code: 2, err: /damaged/ })
  chmodSync(kept(home), 0o644)
  t.match(await vault(['whoami'], { home }), { code: 2, err: /chmod 600/ }, 'others can read it')
  chmodSync(kept(home), 0o600)
  host.state.trouble.set('/user/signout', { status: 400, body: { error: 'x' } })
  t.match(await vault(['logout'], { home }), { code: 1, err: 'may still be valid' })
  t.notOk(existsSync(kept(home)))
})
