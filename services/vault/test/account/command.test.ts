import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseSecretKeys } from '@night-routine/database/connection'
import { TOTP, Secret } from 'otpauth'
import t from 'tap'
import { runAccountCommand } from '../../src/account/command.ts'
import { alex, secretKey, startVault, testClock } from '../running-vault.ts'

t.test('creates, changes and removes accounts', async t => {
  const clock = testClock()
  const { db, post, signIn, makeSite } = await startVault(t, { clock })
  const host = { db, clock, keys: parseSecretKeys([secretKey]) }
  const run = (text: string, input?: string) =>
    runAccountCommand({ ...host, readInput: async () => input }, text.split(' '))
  const enter = async (email: string, password: string, mfa?: string) =>
    (await post('/user/signin', { email, password, mfa })).body

  t.match(await run('add Jo@Example.com --name Jo', 'a good password\n'), { exitCode: 0 })
  // Only A to Z are folded: with U+212A, the Kelvin sign, it is another mailbox than with a k.
  t.match(await run('add \u212Aim@Example.com', 'a good password\n'), { exitCode: 0 })
  t.match(await enter('\u212Aim@EXAMPLE.com', 'a good password'), { email: '\u212Aim@example.com' })
  t.match(await enter('kim@example.com', 'a good password'), { code: 'WRONG_CREDENTIALS' })
  t.match(await run('remove \u212Aim@example.com'), { exitCode: 0 })
  t.match(await enter('jo@example.com', 'a good password'), { name: 'Jo', token: /./ })
  t.match(await run('add jo@example.com', 'a good password'), { exitCode: 2, printed: /already/ })
  t.match(await run('list'), { printed: /alex@example\.com\tAlex\tpassword only\njo@example\.com/ })

  const made = await run('add max@example.com')
  const password = /The password is (\S+)$/.exec(made.printed)?.[1] ?? ''
  t.match(await enter('max@example.com', password), { name: 'max', token: /./ })

  const token = await signIn()
  await makeSite(token, 'mine')
  t.match(await run('password alex@example.com', 'quite another one'), { exitCode: 0 })
  t.match((await post('/user/info', { token })).body, { code: 'NOT_SIGNED_IN' })
  t.match(await enter(alex.email, alex.password), { code: 'WRONG_CREDENTIALS' })

  const { printed } = await run('totp alex@example.com')
  const secret = printed.split('\n')[1] ?? ''
  t.match(printed, `otpauth://totp/`)
  t.match(await enter(alex.email, 'quite another one'), { code: 'MFA_REQUIRED' })
  const timestamp = clock.now().epochMilliseconds
  const mfa = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  t.match(await enter(alex.email, 'quite another one', mfa), { token: /./ })
  t.match(await run('totp alex@example.com --off'), { exitCode: 0 })
  t.match(await enter(alex.email, 'quite another one'), { token: /./ })

  t.match(await run('remove alex@example.com'), { exitCode: 0 })
  t.match(await enter(alex.email, 'quite another one'), { code: 'WRONG_CREDENTIALS' })
})

t.test('switches a second factor off when its key is lost', async t => {
  const clock = testClock()
  const lines: string[] = []
  const { db, post } = await startVault(t, { clock, log: line => lines.push(line) })
  const run = (text: string, key: string) =>
    runAccountCommand(
      { db, clock, keys: parseSecretKeys([key]), readInput: async () => undefined },
      text.split(' '),
    )
  const enter = async () =>
    (await post('/user/signin', { email: alex.email, password: alex.password, mfa: '123456' })).body
  t.match(await run('totp alex@example.com', 'f'.repeat(64)), { exitCode: 0 })
  const refused = await enter()
  t.match(refused, { code: 'SECOND_FACTOR_LOST', error: /The operator of the host can set up/ })
  t.notMatch(String(refused['error']), /2FA|password/, 'no client asks for another code')
  t.equal((await enter())['error'], refused['error'])
  const warnings = lines.filter(line => line.includes('a secret cannot be decrypted'))
  t.equal(warnings.length, 1, 'the operator hears of it once')
  t.match(await run('list', secretKey), { printed: /alex@example\.com\tAlex\t.*key is lost/ })
  t.match(await run('totp alex@example.com --off', secretKey), { exitCode: 0 })
  t.match(await enter(), { token: /./ })
})

t.test('says in a sentence what cannot be done', async t => {
  const { db, clock } = await startVault(t)
  const host = { db, clock, keys: parseSecretKeys([secretKey]) }
  const table: [text: string[], printed: RegExp][] = [
    [[], /^Usage/],
    [['fly', 'a@example.com'], /^Usage/],
    [['add'], /^Usage/],
    [['add', 'alex'], /^Usage/],
    [['add', 'a@example.com', 'b@example.com'], /^Usage/],
    [['add', 'a@example.com', '--sudo'], /Unknown option '--sudo'[\s\S]*Usage/],
    [['add', 'a@example.com', '--name', 'a\nb'], /name/],
    [['add', 'a@example.com'], /8 to 1024/],
    [['password', 'a@example.com'], /There is no account a@example\.com/],
    [['totp', 'a@example.com'], /There is no account/],
    [['remove', 'a@example.com'], /There is no account/],
  ]
  for (const [text, printed] of table) {
    const outcome = await runAccountCommand({ ...host, readInput: async () => 'short' }, text)
    t.match(outcome, { exitCode: 2, printed }, text.join(' '))
  }
})

t.test('the program reports errors on standard error', async t => {
  // The test of the README has it create an account, with a password from standard input.
  const program = fileURLToPath(new URL('../../src/account/main.ts', import.meta.url))
  const { NODE_COMPILE_CACHE } = process.env
  const words = ['-u', 'NODE_OPTIONS', process.execPath, '--conditions=night-routine', program]
  for (const [args, env, ended] of [
    [[], { DATABASE_URL: 'postgres://localhost/x', SECRET_KEYS: secretKey }, [2, /^Usage/]],
    [['list'], {}, [1, /DATABASE_URL is missing/]],
  ] as const) {
    const { status, stdout, stderr } = spawnSync('env', [...words, ...args], {
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
      encoding: 'utf8',
    })
    t.match([status, stdout, stderr], [ended[0], '', ended[1]])
  }
})
