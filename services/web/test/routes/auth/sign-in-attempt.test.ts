import { parseSecretKeys } from '@night-routine/database'
import t from 'tap'
import { signInAttempts } from '../../../src/routes/auth/sign-in-attempt.ts'

const [first, second] = [7, 8].map(byte => Buffer.alloc(32, byte).toString('base64'))
const attempt = {
  state: 'state',
  codeVerifier: 'verifier',
  nonce: 'nonce',
  intent: 'connect',
} as const

function open(...keys: (string | undefined)[]) {
  let now = Temporal.Instant.from('2026-11-20T12:00:00Z')
  const clock = { now: () => now }
  const advance = (minutes: number) => (now = now.add({ minutes }))
  const secrets = parseSecretKeys(keys.filter(key => key !== undefined))
  return { ...signInAttempts({ keys: secrets, clock }), advance }
}

t.test('an attempt works once, within ten minutes', async t => {
  const { begin, take, advance } = open(first)
  const [one, other] = [begin(attempt), begin({ ...attempt, state: 'other' })]
  t.notMatch(one, /verifier|nonce/)
  advance(10)
  t.same(take(one), attempt)
  t.equal(take(one), undefined)
  advance(1)
  t.equal(take(other), undefined)
})

t.test('accepts only sealed attempts', async t => {
  const { begin, take } = open(first)
  const cookie = begin(attempt)
  const changed = `${cookie.slice(0, -3)}${cookie.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const text of [undefined, '', 'x', '.', changed, open(second).begin(attempt)])
    t.equal(take(text), undefined, String(text))
  t.same(open(second, first).take(cookie), attempt, 'also after the key was rotated')
})

t.test('bounds the memory of finished attempts', async t => {
  const { begin, take } = open(first)
  const cookies = Array.from({ length: 1_001 }, (_, index) =>
    begin({ ...attempt, state: String(index) }),
  )
  for (const cookie of cookies) take(cookie)
  t.ok(take(cookies[0]), 'the oldest is forgotten, and its code is spent at the provider')
  t.equal(take(cookies.at(-1)), undefined)
})
