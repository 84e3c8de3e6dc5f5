import t from 'tap'
import { newToken, sessionTokenIn, tokenHash } from '../src/session-token.ts'

t.test('a token is 32 random bytes, and no two are alike', async t => {
  const tokens = Array.from({ length: 10_000 }, newToken)
  t.equal(new Set(tokens).size, 10_000)
  t.ok(tokens.every(token => /^[\w-]{43}$/.test(token)))
  t.equal(Buffer.from(tokens[0] ?? '', 'base64url').length, 32)
})

t.test('what is stored is its digest', async t => {
  const token = newToken()
  t.match(tokenHash(token), /^[0-9a-f]{64}$/)
  t.equal(tokenHash(token), tokenHash(token))
  t.not(tokenHash(token), tokenHash(newToken()))
})

t.test('a cookie header holds one token, or none that counts', async t => {
  const token = newToken()
  t.equal(sessionTokenIn(`session=${token}`), token)
  t.equal(sessionTokenIn(`notice=busy;  session=${token} ; other=1`), token)
  const none = [
    undefined,
    '',
    'session=',
    'session',
    `xsession=${token}`,
    `session=${token}; session=${newToken()}`,
    `session=${token}; session=${token}`,
    `session="${token}"`,
    `session=${token}=`,
    `session=${'A'.repeat(5_000)}`,
    'session=%00',
  ]
  for (const header of none)
    t.equal(sessionTokenIn(header), undefined, header?.slice(0, 40) ?? 'none')
})
