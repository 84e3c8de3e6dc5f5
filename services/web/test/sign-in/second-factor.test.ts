import { countRecoveryCodes, findCredentials } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import {
  actionIn,
  browserOf,
  goodPassword as password,
  keys,
  type Browser,
} from '../web-with-credentials.ts'
import { alexAddress as email, twoPeople } from './two-people.ts'
import { changePassword, faultIn, offerFactor, recoveryCodesIn, turnOnFactor } from './ways-in.ts'

const codeWrong = 'That code isn’t right. Check that your phone sets its clock automatically.'
const on = '/you/second-factor/on'
const off = '/you/second-factor/off'

/** Alex, who has signed in. */
async function open(t: Test) {
  const web = await twoPeople(t)
  const { service, db, now, alex: desk } = web
  const identity = async () => {
    const found = await findCredentials(db, keys, { email })
    if (found === undefined) throw new Error('Alex has no account.')
    return found
  }
  return {
    ...web,
    desk,
    identity,
    turnOn: () => turnOnFactor(desk, now),
    count: async (what: string) =>
      (await readHistory(db, { limit: 50 })).filter(({ action }) => action === what).length,
    codesLeft: async () => countRecoveryCodes(db, (await identity()).id),
    /** The page that comes after the password. */
    signIn: async (code: string, browser: Browser = browserOf(service)) => {
      const { answer } = await browser.enter('/auth', { email, password })
      return browser.follow(actionIn(answer.body), { code })
    },
  }
}

t.test('the key is kept only once a code shows that the app has it', async t => {
  const { desk, service, identity, codesLeft, count, advance, now } = await open(t)
  t.match((await desk.send('/you')).body, /Second factor <span class="fine">off</)
  const { offer, secret, code } = await offerFactor(desk, now)
  for (const [given, name] of [
    [code(120), 'a clock that is two minutes ahead'],
    [code(-120), 'or behind'],
    ['12345', 'too short'],
  ] as const) {
    const { statusCode, body } = await desk.send(on, { offer, code: given })
    t.same([statusCode, faultIn(body)], [400, codeWrong], name)
    t.match(body, `id="key" value="${secret}"`, 'the page keeps the key that the app has')
  }
  const other = browserOf(service)
  await other.enter('/auth', { email, password })
  for (const given of [offer, 'x'])
    t.equal((await other.send(on, { offer: given, code: code() })).statusCode, 409, 'not shown it')
  t.match(await identity(), { mfa: false, totpSecret: null })

  const second = await offerFactor(desk, now)
  const answers = await Promise.all([
    desk.send(on, { offer, code: code(-30) }),
    desk.send(on, { offer: second.offer, code: second.code(-30) }),
  ])
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]), 'one of two')
  const body = answers.find(({ statusCode }) => statusCode === 200)?.body ?? ''
  t.match(body, 'they’re only shown once')
  const codes = recoveryCodesIn(body)
  t.match(body, `id="codes" value="${codes.join('\n')}"`, 'which a button copies')
  t.equal(await codesLeft(), 10)
  t.match(
    (await desk.send(on, { offer, code: code() })).body,
    'Your second factor is on already. Nothing was changed.',
  )

  const turnOff = (given = '') => desk.act(off, {}, { password, code: given })
  const { statusCode, headers } = await turnOff(codes[0])
  t.same([statusCode, headers.location], [302, '/you#signing-in'])
  t.match((await desk.send('/you')).body, 'The second factor is off.')
  t.equal((await turnOff()).statusCode, 302, 'twice is as good')
  t.same([await count('second-factor-on'), await count('second-factor-off')], [1, 1])
  t.equal((await browserOf(service).enter('/auth', { email, password })).at, '/calendars')
  const next = await offerFactor(desk, now)
  advance({ minutes: 10 })
  const late = await desk.send(on, { offer: next.offer, code: next.code() })
  t.equal(late.statusCode, 409)
  t.match(late.body, 'That took longer than ten minutes, or was done already.')
  t.match(await identity(), { mfa: false, totpSecret: null })
  t.equal(await codesLeft(), 0)
})

t.test('a sign-in asks for a code from then on', async t => {
  const { desk, turnOn, codesLeft, count, signIn, advance, build, identity, service } =
    await open(t)
  const { code, codes } = await turnOn()
  t.equal(new Set(codes).size, 10)
  t.match((await desk.send('/you')).body, '10 of 10 left')
  const { answer: used } = await signIn(code())
  t.same([used.statusCode, faultIn(used.body)], [401, codeWrong], 'the first code is used up')
  advance({ seconds: 30 })
  t.equal((await signIn(code())).at, '/calendars')
  t.equal((await signIn(code())).answer.statusCode, 401, 'no code works twice')
  const [first = '', kept = ''] = codes
  t.equal((await signIn(first.toUpperCase())).at, '/calendars')
  t.equal((await signIn(first)).answer.statusCode, 401, 'nor a recovery code')
  t.equal(await codesLeft(), 9)

  await t.test('new recovery codes take the place of those before', async t => {
    advance({ minutes: 10 })
    const made = await desk.act('/you/recovery-codes', {}, { password, code: code() })
    t.equal(made.statusCode, 200)
    t.same([await codesLeft(), await count('recovery-codes-made')], [10, 1])
    t.equal((await signIn(kept)).answer.statusCode, 401)
    codes.splice(0, 10, ...recoveryCodesIn(made.body))
    t.equal((await signIn(codes[0] ?? '')).at, '/calendars')
  })

  await t.test('after the keys were lost, a recovery code signs in and turns it off', async t => {
    const later = browserOf(await build({ SECRET_KEYS: 'cd'.repeat(32) }))
    advance({ minutes: 10 })
    const { answer } = await later.enter('/auth', { email, password })
    t.equal(answer.statusCode, 401)
    t.match(faultIn(answer.body), 'The keys of this server were replaced')
    const codePage = actionIn(answer.body)
    t.equal((await later.follow(codePage, { code: code() })).answer.statusCode, 401, 'of the app')
    t.equal((await later.follow(codePage, { code: codes[1] ?? '' })).at, '/calendars')
    const { body } = await later.send('/you')
    t.match(body, 'The keys of this server were replaced, so your codes can’t be checked any more.')
    t.notMatch(body, 'action="/you/recovery-codes"')
    const turnOff = (given = '') => later.act(off, {}, { password, code: given })
    for (const given of ['', code(), codes[1]]) t.equal((await turnOff(given)).statusCode, 403)
    t.equal((await turnOff(codes[2])).statusCode, 302)
    t.match(await identity(), { mfa: false })
    const none = await desk.act('/you/recovery-codes')
    t.equal(none.headers.location, '/you#signing-in', 'none without a second factor')
  })

  await t.test('a sign-in that waits for its code does not outlive the password', async t => {
    advance({ minutes: 10 })
    const { codes: again, code: app } = await turnOn()
    const thief = browserOf(service)
    const { answer } = await thief.enter('/auth', { email, password })
    advance({ minutes: 1 })
    await changePassword(desk, 'nine otters under the bridge', { password, code: app() })
    const { answer: late } = await thief.follow(actionIn(answer.body), { code: again[1] ?? '' })
    t.match(late.body, 'autocomplete="current-password"', 'which asks for the new password')
    t.equal((await thief.send('/you')).statusCode, 401)
  })
})
