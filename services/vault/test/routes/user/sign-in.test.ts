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
    return [body['code'], headers.get('retry-after')]
  }
  for (let attempt = 0; attempt < 5; attempt++)
    t.same(await enter('wrong'), ['WRONG_CREDENTIALS', null])
  t.same(await enter(alex.password), ['RATE_LIMITED', '2'], 'also with the right password')
  t.same(await enter(robin.password, robin.email), [undefined, null])
  clock.advance(2)
  t.same(await enter(alex.password), [undefined, null])
})

t.test('a second factor', async t => {
  const clock = testClock('2026-11-20T12:00:10Z')
  const { post, db } = await startVault(t, { clock })
  const account = await findAccount(db, keys, alex.email)
  const secret = new Secret({ size: 20 })
  await saveTotpSecret(db, keys, account?.id ?? '', secret.base32)
  const code = new TOTP({ secret }).generate({ timestamp: clock.now().epochMilliseconds })
  const enter = async (mfa?: string, password = alex.password) =>
    (await post('/user/signin', { email: alex.email, password, mfa })).body

  const asked = await enter()
  t.match(asked, { code: 'MFA_REQUIRED', error: /2FA code/ })
  t.match(await enter(''), { code: 'MFA_REQUIRED' })
  t.match(await enter('000000'), { code: 'MFA_INVALID', error: /2FA code is incorrect/ })
  t.match(await enter(code, 'wrong'), { code: 'WRONG_CREDENTIALS' }, 'the password comes first')
  t.match(await enter(code), { token: /./ })
  t.match(await enter(code), { code: 'MFA_INVALID' }, 'a code is good for one sign-in')

  const rows = await db.selectFrom('vault.accounts').selectAll().execute()
  const stored = rows.flatMap(row => Object.values(row).map(String)).join('\n')
  t.match(stored, alex.email)
  t.notMatch(stored, secret.base32, 'sealed')
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
