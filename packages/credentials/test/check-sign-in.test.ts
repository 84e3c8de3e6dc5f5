import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { checkCode, checkSignIn, wrongOfDay, type AccountSecrets } from '../src/check-sign-in.ts'
import { attemptKey, countOfDay } from '../src/attempts.ts'
import { hashPassword } from '../src/passwords.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../src/recovery-codes.ts'
import { signInPlaces } from '../src/sign-in-places.ts'
import { memoryStore, testClock } from './memory-store.ts'

// The default cost is for attackers; the tests of passwords.ts use it.
const passwordHash = await hashPassword('moonlight', { memory: 8, passes: 1, parallelism: 1 })
const ofApp = new Secret({ size: 20 })
const app = new TOTP({ secret: ofApp })
const secret = Buffer.alloc(32, 7)
const alex = { id: 'alex', email: 'alex@example.com', passwordHash, totpSecret: null }
const robin = { ...alex, id: 'robin', email: 'robin@example.com' }
const home = '203.0.113.9'
const away = '198.51.100.4'

function setUp(...accounts: AccountSecrets[]) {
  const { store, remember: known, ...memory } = memoryStore(accounts)
  const clock = testClock()
  const host = { store, clock, secret, places: signInPlaces(() => new Error('busy')) }
  const check = (password: string, { code, from = home, email = alex.email }: Given = {}) =>
    checkSignIn(host, { email, password, from, ...(code !== undefined && { code }) })
  /** What a sign-in says, in a word, with the seconds to wait. */
  const enter = async (password: string, given: Given = {}) => said(await check(password, given))
  const next = async (code: string, from = home) => {
    const [account = alex] = accounts
    return said(await checkCode(host, { account, code, from }))
  }
  const fail = async (times: number, given: Given = {}) => {
    for (let time = 0; time < times; time++)
      t.equal(await enter('wrong', given), 'wrong', `attempt ${time + 1}`)
  }
  const remember = (from = home) => known(alex.id, from)
  const code = (steps = 0) =>
    app.generate({ timestamp: clock.now().epochMilliseconds + steps * 30_000 })
  return { ...memory, store, clock, check, enter, next, fail, remember, code }
}

interface Given {
  code?: string
  from?: string
  email?: string
}

const said = (checked: Awaited<ReturnType<typeof checkSignIn>>) =>
  checked.outcome === 'wait' ? `wait ${checked.seconds}` : checked.outcome

t.test('an address and its password', async t => {
  const { check, enter, looked, failures } = setUp(robin, alex)
  t.same(await check('moonlight'), { outcome: 'right', account: alex, usedRecoveryCode: false })
  t.equal(await enter('moonlight', { email: ' Alex@Example.com ' }), 'right', 'folded')
  t.equal(await enter('Moonlight'), 'wrong')
  t.equal(await enter(''), 'wrong')
  t.equal(await enter('moonlight', { email: 'sam@example.com' }), 'wrong')
  t.equal(await enter('moonlight', { email: `${alex.email}\0` }), 'wrong')
  t.equal(looked.at(-1), '', 'PostgreSQL takes no NUL')
  t.same(failures(), [2, 1, 1])
})

t.test('an account without a password has none that is right', async t => {
  const { enter } = setUp({ ...alex, passwordHash: null })
  t.equal(await enter(''), 'wrong')
  t.equal(await enter('moonlight'), 'wrong')
})

t.test('five failures are free, then each wait is twice as long', async t => {
  const { enter, fail, clock } = setUp(alex)
  await fail(5)
  for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
    t.equal(await enter('moonlight'), `wait ${seconds}`, 'also with the right password')
    clock.advance(seconds - 0.001)
    t.equal(await enter('moonlight'), 'wait 1', 'an early attempt makes it no later')
    clock.advance(0.001)
    await fail(1)
  }
  clock.advance(300)
  t.equal(await enter('moonlight'), 'right')
  await fail(5)
  t.equal(await enter('wrong'), 'wait 2', 'from the beginning')
  clock.advance(-1_000)
  t.equal(await enter('wrong'), 'wait 1002', 'a clock that was set back waits')
})

t.test('an address without an account waits as one that has one', async t => {
  const { enter, fail } = setUp(alex)
  const email = 'sam@example.com'
  await fail(5, { email })
  t.equal(await enter('wrong', { email }), 'wait 2')
  t.equal(await enter('wrong', { email: 'kim@example.com' }), 'wrong', 'each alone')
})

t.test('a network that the person knows is slowed down as any other, and no oracle', async t => {
  const { enter, fail, remember } = setUp(alex)
  remember()
  for (const email of [alex.email, 'sam@example.com']) {
    await fail(5, { email })
    t.equal(await enter('wrong', { email }), 'wait 2')
  }
})

t.test('a day has so many wrong passwords, from wherever they come', async t => {
  for (const email of [alex.email, 'sam@example.com']) {
    const { check, enter, remember, clock, addToDay } = setUp(alex)
    remember()
    for (const failures of [1, 2, wrongOfDay - 1, wrongOfDay]) {
      if (failures === wrongOfDay - 1) addToDay(failures - 3)
      const answer = await check('wrong', { email, from: `192.0.2.${failures}` })
      t.match(answer, { outcome: 'wrong', failures })
    }
    const untilMidnight = 12 * 3600 - 10
    t.equal(await enter('moonlight', { email, from: away }), `wait ${untilMidnight}`)
    const isAlex = email === alex.email
    t.equal(await enter('moonlight', { email }), isAlex ? 'right' : `wait ${untilMidnight}`, 'home')
    clock.advance(untilMidnight)
    t.equal(await enter('moonlight', { email, from: away }), isAlex ? 'right' : 'wrong', 'tomorrow')
  }
})

t.test('a day counts no further than its limit, and one too many', async t => {
  const host = { store: memoryStore([]).store, clock: testClock(), secret }
  const counted = [1, 2, 3, 4].map(() => countOfDay(host, 'day 1', 2))
  t.same(await Promise.all(counted), [1, 2, 3, 3])
})

t.test('a right password is no failure of the day', async t => {
  const { check, enter } = setUp(alex)
  for (let time = 0; time < 3; time++) t.equal(await enter('moonlight'), 'right')
  t.match(await check('wrong'), { outcome: 'wrong', account: alex, failures: 1 })
})

t.test('strangers who try ever new addresses share keys', async t => {
  const keys = new Set<string>()
  for (let index = 0; index < 200_000; index++)
    keys.add(attemptKey({ secret }, 'network', `${index}@example.com`, home))
  t.ok(keys.size > 60_000 && keys.size <= 65_536, String(keys.size))
  t.not(attemptKey({ secret }, 'a', 'x'), attemptKey({ secret: Buffer.alloc(32, 8) }, 'a', 'x'))
})

t.test('failures slow down one network at one account', async t => {
  const { enter, fail } = setUp(alex, robin)
  await fail(5)
  t.equal(await enter('moonlight'), 'wait 2')
  t.equal(await enter('moonlight', { email: robin.email }), 'right')
  t.equal(await enter('moonlight', { from: away }), 'right')
  t.equal(await enter('moonlight'), 'wait 2', 'still')
})

const guarded = { ...alex, totpSecret: ofApp.base32 }

t.test('wrong codes are counted apart from wrong passwords', async t => {
  const { enter, keys } = setUp(guarded)
  await enter('moonlight', { code: '000000' })
  t.ok(keys().some(key => key.startsWith('code ')))
})

t.test('a second factor is asked for after the password', async t => {
  const { check, enter, code, failures } = setUp(guarded)
  t.same(await check('moonlight'), { outcome: 'code-required', account: guarded })
  t.equal(await enter('moonlight', { code: '' }), 'code-required')
  t.same(failures(), [], 'a missing code is no failure')
  t.equal(await enter('wrong', { code: code() }), 'wrong', 'the password comes first')
  t.equal(await enter('moonlight', { code: '000000' }), 'code-wrong')
  t.same(failures(), [2, 1], 'by network, and by account')
  const right = { outcome: 'right', account: guarded, usedRecoveryCode: false }
  t.same(await check('moonlight', { code: code() }), right)
  t.same(failures(), [])
  t.equal(await enter('moonlight', { code: code() }), 'code-wrong', 'a code works once')
  t.equal(await enter('moonlight', { code: code(-1) }), 'code-wrong', 'nor one before it')
})

t.test('a missing code does not forget earlier failures', async t => {
  const { enter, fail } = setUp(guarded)
  await fail(4)
  t.equal(await enter('moonlight'), 'code-required')
  await fail(1)
  t.equal(await enter('moonlight'), 'wait 2')
})

t.test('codes are counted per account, from any network', async t => {
  const { enter, remember, code, clock } = setUp(guarded)
  remember()
  for (let guess = 0; guess < 5; guess++) {
    const from = guess === 0 ? home : `192.0.2.${guess}`
    t.equal(await enter('moonlight', { code: '000000', from }), 'code-wrong')
  }
  t.equal(await enter('moonlight', { code: code() }), 'wait 2', 'also from a known network')
  t.equal(await enter('moonlight', { code: code(), from: away }), 'wait 2')
  clock.advance(2)
  t.equal(await enter('moonlight', { code: code() }), 'right')
  t.equal(await enter('moonlight', { code: '000000' }), 'code-wrong', 'from the beginning')
})

t.test('codes of another account are counted apart', async t => {
  const { enter, code } = setUp(guarded, { ...guarded, id: robin.id, email: robin.email })
  for (let guess = 0; guess < 5; guess++)
    t.equal(await enter('moonlight', { code: '000000', from: `192.0.2.${guess}` }), 'code-wrong')
  t.equal(await enter('moonlight', { code: code(), email: robin.email }), 'right')
})

t.test('a second page checks the code alone', async t => {
  const { enter, next, fail, code, failures } = setUp(guarded)
  await fail(4)
  t.equal(await enter('moonlight'), 'code-required')
  t.equal(await next(''), 'code-required')
  t.equal(await next('000000'), 'code-wrong')
  t.same(failures(), [4, 1])
  t.equal(await next(code()), 'right')
  t.same(failures(), [], 'as after a sign-in on one page')
  for (let guess = 0; guess < 5; guess++) t.equal(await next('000000', away), 'code-wrong')
  t.equal(await next(code(1)), 'wait 2')
})

t.test('a second page needs no code once the second factor is gone', async t => {
  const { next } = setUp(alex)
  t.equal(await next('123456'), 'right')
})

const lost = { ...alex, totpSecret: Symbol('unreadable') }

t.test('a second factor whose key is lost', async t => {
  const { check, enter, failures } = setUp(lost)
  t.same(await check('moonlight', { code: '123456' }), { outcome: 'factor-lost', account: lost })
  t.same(failures(), [], 'no failure of the person')
  t.equal(await enter('wrong'), 'wrong')
})

function withRecoveryCodes(account: AccountSecrets) {
  const [first = '', second = ''] = newRecoveryCodes()
  const hashes = new Set([first, second].map(code => `${account.id} ${recoveryCodeHash(code)}`))
  const set = setUp(account)
  set.store.useRecoveryCode = async (id, codeHash) => {
    t.match(codeHash, /^[0-9a-f]{64}$/)
    return hashes.delete(`${id} ${codeHash}`)
  }
  return { ...set, first, second }
}

t.test('a recovery code takes the place of a code, once', async t => {
  const { check, enter, next, first, second, code, failures } = withRecoveryCodes(guarded)
  t.equal(await enter('wrong', { code: first }), 'wrong')
  const right = { outcome: 'right', account: guarded, usedRecoveryCode: true }
  t.same(await check('moonlight', { code: first.toUpperCase() }), right)
  t.same(failures(), [])
  t.equal(await enter('moonlight', { code: first }), 'code-wrong')
  t.equal(await enter('moonlight', { code: 'not a code' }), 'code-wrong')
  t.equal(await next(second), 'right')
  t.equal(await enter('moonlight', { code: code() }), 'right', 'the app goes on')
})

t.test('guesses of recovery codes count as those of codes', async t => {
  const { next, first } = withRecoveryCodes(guarded)
  for (const guess of newRecoveryCodes().slice(0, 5)) t.equal(await next(guess), 'code-wrong')
  t.equal(await next(first), 'wait 2')
})

t.test('without recovery codes a code in their form is wrong', async t => {
  const { enter } = setUp(guarded)
  const [guess = ''] = newRecoveryCodes()
  t.equal(await enter('moonlight', { code: guess }), 'code-wrong')
})

t.test('a recovery code works when the key of the second factor is lost', async t => {
  const { enter, next, first, second, code } = withRecoveryCodes(lost)
  t.equal(await enter('moonlight'), 'factor-lost')
  t.equal(await next(''), 'factor-lost')
  t.equal(await next(code()), 'code-wrong')
  t.equal(await next(first), 'right')
  t.equal(await enter('moonlight', { code: second }), 'right')
})

t.test('a check takes a place of its network', async t => {
  const places = signInPlaces(() => new Error('busy'), { all: 1, each: 1, atWork: 1 })
  const host = { store: memoryStore([alex]).store, clock: testClock(), secret, places }
  const given = { email: alex.email, password: 'moonlight', from: home }
  const { promise, resolve } = Promise.withResolvers<void>()
  const other = places.run(away, () => promise)
  await t.rejects(checkSignIn(host, given), { message: 'busy' })
  resolve()
  await other
  t.match(await checkSignIn(host, given), { outcome: 'right' })
})
