import { parseSecretKeys } from '@night-routine/database/connection'
import t from 'tap'
import { signInAttempts } from '../../src/sign-in/sign-in-attempt.ts'

const [first = '', second = ''] = [7, 8].map(byte => Buffer.alloc(32, byte).toString('base64'))
const attempt = {
  state: 'state',
  codeVerifier: 'verifier',
  nonce: 'nonce',
  intent: 'connect',
} as const

function open(...secrets: string[]) {
  let now = Temporal.Instant.from('2026-11-20T12:00:00Z')
  const clock = { now: () => now }
  const advance = (minutes: number) => (now = now.add({ seconds: minutes * 60 }))
  const keys = parseSecretKeys(secrets)
  const attempts = signInAttempts({ keys, clock, publicUrl: 'http://localhost:8080' })
  let cookies: Record<string, string> = {}
  /** Begins one more attempt in the same browser. */
  const begin = (more: object) => {
    const { name, value } = attempts.begin({ ...attempt, ...more }, cookies)
    cookies = { ...cookies, [name]: value }
  }
  return { ...attempts, begin, cookies: () => cookies, advance }
}

t.test('an attempt works once, within ten minutes, among others', async t => {
  const { begin, cookies, take, advance } = open(first)
  for (const state of ['a', 'b', 'c']) begin({ state })
  t.notMatch(JSON.stringify(cookies()), /verifier|nonce/)
  advance(10)
  for (const state of ['b', 'a']) {
    const { cookie = '', attempt: found } = take(state, cookies())
    t.same(found, { ...attempt, state })
    t.ok(cookie in cookies())
    t.equal(take(state, cookies()).attempt, undefined)
  }
  t.same([take('d', cookies()), take(undefined, cookies())], [{}, {}])
  advance(1)
  t.equal(take('c', cookies()).attempt, undefined)
})

t.test('a browser keeps the five attempts that were started last', async t => {
  const { begin, cookies, take, advance } = open(first)
  const states = Array.from({ length: 50 }, (_, tab) => `tab ${tab}`)
  for (const state of states) {
    begin({ state, invitation: 'x'.repeat(43) })
    advance(0.1)
  }
  t.equal(Object.keys(cookies()).length, 5)
  t.ok(JSON.stringify(cookies()).length < 4_000, 'far below the limit of a header')
  const finished = states.filter(state => take(state, cookies()).attempt)
  t.same(finished, states.slice(-5))
})

t.test('accepts only sealed attempts, and bounds the memory of finished ones', async t => {
  const { begin, cookies, take } = open(first)
  const foreign = open(second)
  for (const one of [{ begin }, foreign]) one.begin({})
  const [[name, value] = ['', '']] = Object.entries(cookies())
  const changed = `${value.slice(0, -3)}${value.endsWith('AAA') ? 'BBB' : 'AAA'}`
  for (const text of ['', '.', changed, Object.values(foreign.cookies())[0] ?? ''])
    t.same(take('state', { [name]: text }), {}, text)
  const rotated = open(second, first).take('state', { [name]: value })
  t.same(rotated.attempt, attempt, 'also after the key was rotated')
  const all = Array.from({ length: 1_001 }, (_, index) => {
    begin({ state: String(index) })
    return { state: String(index), kept: cookies() }
  })
  for (const { state, kept } of all) take(state, kept)
  const again = (index: number) => take(String(index), all[index]?.kept ?? {}).attempt
  t.ok(again(0), 'the oldest is forgotten, and its code is spent at the provider')
  t.equal(again(1_000), undefined)
})
