import t from 'tap'
import { alex, startVault } from '../../running-vault.ts'
import { badForAll, checkRefusals, type Case } from '../bad-input.ts'

t.test('refuses bad input', async t => {
  const vault = await startVault(t)
  const good = { email: alex.email, password: alex.password }
  await checkRefusals(t, vault, {
    path: '/user/signin',
    main: true,
    cases: [
      ['nothing', {}, 'INVALID_REQUEST'],
      ['no password', { email: good.email }, 'INVALID_REQUEST'],
      ['no e-mail', { password: good.password }, 'INVALID_REQUEST'],
      ['an empty password', { ...good, password: '' }, 'INVALID_REQUEST'],
      ['a password of a number', { ...good, password: 1 }, 'INVALID_REQUEST'],
      ['a list of e-mails', { ...good, email: [good.email] }, 'INVALID_REQUEST'],
      ['a password of 2 kB', { ...good, password: 'x'.repeat(2_000) }, 'INVALID_REQUEST'],
      ['a number as code', { ...good, mfa: 123_456 }, 'INVALID_REQUEST'],
      ['half a body', '{"email":', 'INVALID_REQUEST'],
      ['an e-mail with NUL', { ...good, email: 'a\0@example.com' }, 'WRONG_CREDENTIALS'],
      [
        'an e-mail with half a letter',
        '{"email":"\\ud800@x.y","password":"x"}',
        'WRONG_CREDENTIALS',
      ],
      ['an unknown e-mail', { ...good, email: 'eve@example.com' }, 'WRONG_CREDENTIALS'],
      ['an injection', { ...good, email: "' or true; --" }, 'WRONG_CREDENTIALS'],
      ['a wrong password', { ...good, password: `${good.password} ` }, 'WRONG_CREDENTIALS'],
      ['the right one', good, undefined],
      ['in large letters', { ...good, email: ' ALEX@Example.com ' }, undefined],
      ['an unnecessary code', { ...good, mfa: '123456' }, undefined],
      ['null as code', { ...good, mfa: null }, undefined],
      ['more than is asked for', { ...good, client: 'x' }, undefined],
    ],
  })
  const token = await vault.signIn()
  for (const path of ['/user/info', '/vault/regions', '/vault/list'])
    await checkRefusals(t, vault, { path, main: true, cases: badForAll({ token }) })
  await checkRefusals(t, vault, {
    path: '/vault/list',
    main: true,
    cases: [
      ['a version as text', { token, supported_encryption_version: '3' }, 'INVALID_REQUEST'],
      ['half a version', { token, supported_encryption_version: 2.5 }, 'INVALID_REQUEST'],
      ['no version', { token }, undefined],
    ],
  })
  await checkRefusals(t, vault, {
    path: '/vault/regions',
    main: true,
    cases: [
      ['a host of a number', { token, host: 1 }, 'INVALID_REQUEST'],
      ['an unknown host', { token, host: 'elsewhere.example.org' }, undefined],
    ],
  })
  // Signing out is idempotent.
  const isOut = new Set(['an unknown token', 'an unknown token and odd fields', 'a token with NUL'])
  const cases = badForAll({ token }).map((one): Case =>
    isOut.has(one[0]) ? [one[0], one[1], undefined] : one,
  )
  await checkRefusals(t, vault, { path: '/user/signout', main: true, cases })
  t.match((await vault.post('/user/info', { token })).body, { email: alex.email }, 'still in')
})

t.test('a sign-out revokes one token, of which only the digest was stored', async t => {
  const { signIn, post, db } = await startVault(t)
  const [one, other] = [await signIn(), await signIn()]
  t.not(one, other)
  const rows = await db.selectFrom('vault.tokens').selectAll().execute()
  t.match(rows, [{ token_hash: /^[0-9a-f]{64}$/ }, { token_hash: /^[0-9a-f]{64}$/ }])
  for (const token of [one, other]) t.notMatch(JSON.stringify(rows), token)
  t.same((await post('/user/signout', { token: one })).body, { status: 'ok' })
  t.match((await post('/user/info', { token: one })).body, { code: 'NOT_SIGNED_IN' })
  t.match((await post('/user/info', { token: other })).body, { email: alex.email })
  t.same((await post('/user/signout', { token: one })).body, { status: 'ok' }, 'twice is no error')
  t.match((await post('/user/signout', {})).body, { code: 'NOT_SIGNED_IN' })
  t.match((await post('/user/signout', { token: 1 })).body, { code: 'INVALID_REQUEST' })
})
