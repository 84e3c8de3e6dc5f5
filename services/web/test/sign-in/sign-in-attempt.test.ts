import { parseSecretKeys } from '@night-routine/database/connection'
import t from 'tap'
import { signInAttempts, type SignInAttempts } from '../../src/sign-in/sign-in-attempt.ts'

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
  const advance = (minutes: number) => (now = now.add({ seconds: minutes * 60 }))
  const secrets = parseSecretKeys(keys.filter(key => key !== undefined))
  const attempts = signInAttempts({ keys: secrets, clock, publicUrl: 'http://localhost:8080' })
  return { ...attempts, cookieOf: (one: Attempt) => cookiesOf(attempts.begin(one, {})), advance }
}

type Attempt = Parameters<SignInAttempts['begin']>[0]

const cookiesOf = ({ name, value }: { name: string; value: string }) => ({ [name]: value })

t.test('an attempt works once, within ten minutes', async t => {
  const { cookieOf, take, advance } = open(first)
  const [one, other] = [cookieOf(attempt), cookieOf({ ...attempt, state: 'other' })]
  t.notMatch(JSON.stringify(one), /verifier|nonce/)
  advance(10)
  t.same(take('state', one).attempt, attempt)
  t.equal(take('state', one).attempt, undefined)
  advance(1)
  t.equal(take('other', other).attempt, undefined)
})

t.test('finds an attempt among others, and names its cookie', async t => {
  const { begin, take } = open(first)
  let cookies: Record<string, string> = {}
  for (const state of ['a', 'b', 'c'])
    cookies = { ...cookies, ...cookiesOf(begin({ ...attempt, state }, cookies)) }
  t.equal(Object.keys(cookies).length, 3)
  for (const state of ['b', 'c', 'a']) {
    const { cookie = '', attempt: found } = take(state, cookies)
    t.equal(found?.state, state)
    t.ok(cookie in cookies)
  }
  t.same(take('d', cookies), {})
  t.same(take(undefined, cookies), {})
})

t.test('a browser keeps the five attempts that were started last', async t => {
  const { begin, take, advance } = open(first)
  let cookies: Record<string, string> = {}
  const states = Array.from({ length: 50 }, (_, tab) => `tab ${tab}`)
  for (const state of states) {
    cookies = {
      ...cookies,
      ...cookiesOf(begin({ ...attempt, state, invitation: 'x'.repeat(43) }, cookies)),
    }
    advance(0.1)
  }
  t.equal(Object.keys(cookies).length, 5)
  t.ok(JSON.stringify(cookies).length < 4_000, 'far below the limit of a header')
  const finished = states.filter(state => take(state, cookies).attempt)
  t.same(finished, states.slice(-5))
})

t.test('accepts only sealed attempts', async t => {
  const { begin, take } = open(first)
  const { name, value } = begin(attempt, {})
  const changed = `${value.slice(0, -3)}${value.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const text of [undefined, '', 'x', '.', changed, open(second).begin(attempt, {}).value])
    t.same(take('state', { [name]: text }), {}, String(text))
  const rotated = open(second, first).take('state', { [name]: value })
  t.same(rotated.attempt, attempt, 'also after the key was rotated')
})

t.test('bounds the memory of finished attempts', async t => {
  const { cookieOf, take } = open(first)
  const all = Array.from({ length: 1_001 }, (_, index) => {
    const state = String(index)
    return { state, cookies: cookieOf({ ...attempt, state }) }
  })
  for (const { state, cookies } of all) take(state, cookies)
  const again = (index: number) => take(String(index), all[index]?.cookies ?? {}).attempt
  t.ok(again(0), 'the oldest is forgotten, and its code is spent at the provider')
  t.equal(again(1_000), undefined)
})
