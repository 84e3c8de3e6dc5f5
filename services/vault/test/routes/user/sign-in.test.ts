import { parseSecretKeys } from '@night-routine/database/connection'
import { saveTotpSecret, findAccount } from '@night-routine/database/vault'
import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { alex, robin, secretKey, startVault, testClock } from '../../running-vault.ts'

const keys = parseSecretKeys([secretKey])

t.test('failed sign-ins slow down only their account', async t => {
  const clock = testClock()
  const { post } = await startVault(t, { clock })
  const enter = async (password: string, email = alex.email) => {
    const { body, headers } = await post('/user/signin', { email, password })
    return `${typeof body['code'] === 'string' ? body['code'] : 'in'} ${headers.get('retry-after') ?? ''}`.trim()
  }
  for (let attempt = 0; attempt < 5; attempt++) t.equal(await enter('wrong'), 'WRONG_CREDENTIALS')
  t.equal(await enter(alex.password), 'RATE_LIMITED 2', 'also with the right password')
  t.equal(await enter(robin.password, robin.email), 'in')
  clock.advance(2)
  t.equal(await enter('wrong'), 'WRONG_CREDENTIALS')
  t.equal(await enter('wrong'), 'RATE_LIMITED 4')
  clock.advance(3)
  t.equal(await enter(alex.password), 'RATE_LIMITED 1', 'an attempt too early makes it no later')
  clock.advance(1)
  t.equal(await enter(alex.password), 'in')
  t.equal(await enter('wrong'), 'WRONG_CREDENTIALS', 'from the beginning')

  for (let attempt = 0; attempt < 5; attempt++) await enter('wrong', 'missing@example.com')
  t.equal(await enter('wrong', 'missing@example.com'), 'RATE_LIMITED 2', 'no account: the same')
})

t.test('counts simultaneous attempts', async t => {
  const { post } = await startVault(t)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      post('/user/signin', { email: alex.email, password: 'wrong' }),
    ),
  )
  const codes = answers.map(({ body }) => String(body['code']))
  t.equal(codes.filter(code => code === 'WRONG_CREDENTIALS').length, 5)
  t.equal(codes.filter(code => code === 'RATE_LIMITED').length, 15)
})

t.test('a second factor', async t => {
  const clock = testClock('2026-11-20T12:00:10Z')
  const { post, db } = await startVault(t, { clock })
  const account = await findAccount(db, keys, alex.email)
  const secret = new Secret({ size: 20 })
  await saveTotpSecret(db, keys, account?.id ?? '', secret.base32)
  const totp = new TOTP({ secret })
  const code = (steps = 0) =>
    totp.generate({ timestamp: clock.now().epochMilliseconds + steps * 30_000 })
  const enter = async (mfa?: string, password = alex.password) =>
    (await post('/user/signin', { email: alex.email, password, mfa })).body

  const asked = await enter()
  t.match(asked, { code: 'MFA_REQUIRED', error: /2FA code/ })
  t.match(await enter(''), { code: 'MFA_REQUIRED' })
  t.match(await enter('000000'), { code: 'MFA_INVALID', error: /2FA code is incorrect/ })
  t.match(await enter('abc'), { code: 'MFA_INVALID' })
  t.match(await enter(code(), 'wrong'), { code: 'WRONG_CREDENTIALS' }, 'the password comes first')
  const used = code()
  t.match(await enter(used), { token: /./ })
  t.match(await enter(used), { code: 'MFA_INVALID' }, 'a code is good for one sign-in')
  t.match(await enter(code(-1)), { code: 'MFA_INVALID' }, 'nor is one from before it')
  t.match(
    await enter(` ${code(1).slice(0, 3)} ${code(1).slice(3)}`),
    { token: /./ },
    'a fast clock',
  )
  t.match(await enter(code(2)), { code: 'MFA_INVALID' })
  t.match((await post('/user/info', { token: '' })).body, { code: 'NOT_SIGNED_IN' })

  const rows = await db.selectFrom('vault.accounts').selectAll().execute()
  const stored = rows.flatMap(row => Object.values(row).map(String)).join('\n')
  t.match(stored, alex.email)
  t.notMatch(stored, secret.base32, 'sealed')
})

t.test('slows down guesses of codes, however often a code is requested', async t => {
  const { post, db } = await startVault(t)
  const account = await findAccount(db, keys, alex.email)
  await saveTotpSecret(db, keys, account?.id ?? '', new Secret({ size: 20 }).base32)
  const enter = async (mfa: string) => {
    const { body } = await post('/user/signin', {
      email: alex.email,
      password: alex.password,
      mfa,
    })
    return body['code']
  }
  for (let guess = 0; guess < 5; guess++) {
    t.equal(await enter(''), 'MFA_REQUIRED')
    t.equal(await enter('000000'), 'MFA_INVALID')
  }
  t.equal(await enter(''), 'RATE_LIMITED')
})

t.test('an unused token expires', async t => {
  const clock = testClock()
  const { post, signIn } = await startVault(t, { clock, settings: { VAULT_TOKEN_DAYS: '10' } })
  const token = await signIn()
  for (let week = 0; week < 3; week++) {
    clock.advance(9 * 86_400)
    t.match(
      (await post('/user/info', { token })).body,
      { email: alex.email },
      'used within the time',
    )
  }
  clock.advance(10 * 86_400)
  t.match((await post('/user/info', { token })).body, { code: 'NOT_SIGNED_IN' })
})
