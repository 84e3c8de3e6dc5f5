import t from 'tap'
import { isAlive, isStale, newToken, sessionTokenIn, tokenHash } from '../../src/plugins/session.ts'
import { at } from '../nights.ts'

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

const now = at('2026-11-20T12:00:00Z')
const days = (count: number) => now.subtract({ hours: count * 24 })
const second = { seconds: 1 }

t.test('a session ends 30 days after its last use', async t => {
  const session = { createdAt: days(31) }
  t.ok(isAlive({ ...session, lastSeenAt: days(30).add(second) }, now))
  t.notOk(isAlive({ ...session, lastSeenAt: days(30) }, now))
})

t.test('a session ends 180 days after its start, even in use', async t => {
  t.ok(isAlive({ createdAt: days(180).add(second), lastSeenAt: now }, now))
  t.notOk(isAlive({ createdAt: days(180), lastSeenAt: now }, now))
})

t.test('a clock that jumped back does not end it', async t => {
  t.ok(isAlive({ createdAt: now.add({ hours: 2 }), lastSeenAt: now.add({ hours: 2 }) }, now))
})

t.test('records use once an hour', async t => {
  t.notOk(isStale(now.subtract({ minutes: 59 }), now))
  t.ok(isStale(now.subtract({ hours: 1 }), now))
  t.ok(isStale(null, now), 'a link that was never used')
  t.notOk(isStale(now.add({ hours: 3 }), now))
})
