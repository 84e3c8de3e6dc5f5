import t from 'tap'
import { isAlive, isStale, newToken, sessionTokenIn, tokenHash } from '../../src/plugins/session.ts'
import { at } from '../nights.ts'

t.test('a token is 32 random bytes, of which a digest is stored', async t => {
  const tokens = Array.from({ length: 1_000 }, newToken)
  t.equal(new Set(tokens).size, 1_000)
  t.ok(tokens.every(token => /^[\w-]{43}$/.test(token)))
  const [token = '', other = ''] = tokens
  t.match(tokenHash(token), /^[0-9a-f]{64}$/)
  t.not(tokenHash(token), tokenHash(other))
})

t.test('a cookie header holds one token, or none that counts', async t => {
  const token = newToken()
  t.equal(sessionTokenIn(`session=${token}`), token)
  t.equal(sessionTokenIn(`notice=busy;  session=${token} ; other=1`), token)
  for (const header of [
    undefined,
    'session=',
    `xsession=${token}`,
    `session=${token}; session=${newToken()}`,
    `session=${token}; session=${token}`,
    `session="${token}"`,
    `session=${token}=`,
    `session=${'A'.repeat(5_000)}`,
  ])
    t.equal(sessionTokenIn(header), undefined, header?.slice(0, 40) ?? 'none')
})

t.test('a session ends 30 days after its last use, and 180 days after its start', async t => {
  const now = at('2026-11-20T12:00:00Z')
  const days = (count: number) => now.subtract({ hours: count * 24 })
  const later = (count: number) => days(count).add({ seconds: 1 })
  for (const [createdAt, lastSeenAt, alive] of [
    [days(31), later(30), true],
    [days(31), days(30), false],
    [later(180), now, true],
    [days(180), now, false],
    [days(-1), days(-1), true, 'a clock that jumped back does not end it'],
  ] as const)
    t.equal(isAlive({ createdAt, lastSeenAt }, now), alive)
  for (const [used, stale] of [
    [now.subtract({ minutes: 59 }), false],
    [now.subtract({ hours: 1 }), true],
    [null, true],
    [now.add({ hours: 3 }), false],
  ] as const)
    t.equal(isStale(used, now), stale, 'use is recorded once an hour')
})
