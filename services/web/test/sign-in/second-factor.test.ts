import { countRecoveryCodes, findCredentials } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'
import { alexAddress as email } from './two-people.ts'
import { faultIn, offerFactor, recoveryCodesIn, turnOnFactor } from './ways-in.ts'

const password = goodPassword
const codeWrong = 'That code isn’t right. Check that your phone sets its clock automatically.'
const on = '/you/second-factor/on'

/** Alex, who has signed in. */
async function open(t: Test) {
  const web = await webWithCredentials(t)
  const { service, db, now } = web
  const desk = browserOf(service)
  await firstPerson(desk)
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
    actions: async () => (await readHistory(db, { limit: 50 })).map(({ action }) => action),
    codesLeft: async () => countRecoveryCodes(db, (await identity()).id),
    /** The page that comes after the password. */
    signIn: async (code: string, browser: Browser = browserOf(service)) => {
      const { answer } = await browser.enter('/auth', { email, password })
      return browser.follow(actionIn(answer.body), { code })
    },
  }
}

t.test('a person turns it on, and a sign-in asks for a code from then on', async t => {
  const { desk, turnOn, codesLeft, actions, signIn, advance } = await open(t)
  t.match((await desk.send('/you')).body, /Second factor <span class="fine">off</)
  const { code, codes } = await turnOn()
  t.equal(new Set(codes).size, 10)
  t.equal(await codesLeft(), 10)
  t.same(await actions(), ['second-factor-on', 'account-made'])
  t.match((await desk.send('/you')).body, '10 of 10 left')

  const { answer: used } = await signIn(code())
  t.same([used.statusCode, faultIn(used.body)], [401, codeWrong], 'the first code is used up')
  advance({ seconds: 30 })
  t.equal((await signIn(code())).at, '/calendars')
  t.equal((await signIn(code())).answer.statusCode, 401, 'no code works twice')
  const [first = ''] = codes
  t.equal((await signIn(first.toUpperCase())).at, '/calendars')
  t.equal((await signIn(first)).answer.statusCode, 401, 'nor a recovery code')
  t.match((await desk.send('/you')).body, '9 of 10 left')
  t.match((await desk.act('/you/second-factor')).body, 'Is it really you?')
})

t.test('the key is kept only once a code shows that the app has it', async t => {
  const { desk, identity, codesLeft, actions, advance, now } = await open(t)
  const { offer, secret, code } = await offerFactor(desk, now)
  for (const [given, name] of [
    [code(120), 'a clock that is two minutes ahead'],
    [code(-120), 'or behind'],
    ['12345', 'too short'],
    ['', 'none'],
  ] as const) {
    const { statusCode, body } = await desk.send(on, { offer, code: given })
    t.same([statusCode, faultIn(body)], [400, codeWrong], name)
    t.match(body, `id="key" value="${secret}"`, 'the page keeps the key that the app has')
  }
  t.match(await identity(), { mfa: false, totpSecret: null })

  const answer = await desk.send(on, { offer, code: code(-30) })
  t.equal(answer.statusCode, 200, 'half a minute is fine')
  t.match(answer.body, 'they’re only shown once')
  const codes = recoveryCodesIn(answer.body)
  t.match(answer.body, `id="codes" value="${codes.join('\n')}"`, 'which a button copies')

  await desk.act('/you/second-factor/off', {}, { password, code: codes[0] ?? '' })
  const next = await offerFactor(desk, now)
  advance({ minutes: 10 })
  const late = await desk.send(on, { offer: next.offer, code: next.code() })
  t.equal(late.statusCode, 409)
  t.match(late.body, 'That took longer than ten minutes, or was done already.')
  t.match(await identity(), { mfa: false, totpSecret: null })
  t.equal(await codesLeft(), 0)
  t.same(await actions(), ['second-factor-off', 'second-factor-on', 'account-made'])
})

t.test('a key is only for the browser that was shown it', async t => {
  const { desk, service, identity, now } = await open(t)
  const { offer, code } = await offerFactor(desk, now)
  const other = browserOf(service)
  await other.enter('/auth', { email, password })
  for (const given of [offer, 'x', ''])
    t.equal((await other.send(on, { offer: given, code: code() })).statusCode, 409)
  t.match(await identity(), { mfa: false })
  t.equal((await desk.send(on, { offer, code: code() })).statusCode, 200)
})

t.test('of two that are turned on at once one counts', async t => {
  const { desk, identity, codesLeft, actions, now } = await open(t)
  const offers = [await offerFactor(desk, now), await offerFactor(desk, now)]
  const turnOn = ({ offer, code }: (typeof offers)[0]) => desk.send(on, { offer, code: code() })
  const answers = await Promise.all(offers.map(turnOn))
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]))
  t.equal(await codesLeft(), 10)
  t.equal((await actions()).filter(action => action === 'second-factor-on').length, 1)
  const late = await Promise.all(offers.map(turnOn))
  for (const { statusCode, body } of late) {
    t.equal(statusCode, 409)
    t.match(body, 'Your second factor is on already. Nothing was changed.')
  }
  t.match(await identity(), { mfa: true })
})

t.test('turned off, the password is enough again', async t => {
  const { desk, service, turnOn, identity, codesLeft, actions, advance } = await open(t)
  const { code } = await turnOn()
  advance({ minutes: 1 })
  const off = () => desk.act('/you/second-factor/off', {}, { password, code: code() })
  const { statusCode, headers } = await off()
  t.same([statusCode, headers.location], [302, '/you#signing-in'])
  t.match((await desk.send('/you')).body, 'The second factor is off.')
  t.match(await identity(), { mfa: false, totpSecret: null })
  t.equal(await codesLeft(), 0)
  t.equal((await off()).statusCode, 302, 'twice is as good')
  t.equal((await actions()).filter(action => action === 'second-factor-off').length, 1)
  t.equal((await browserOf(service).enter('/auth', { email, password })).at, '/calendars')
})

t.test('new recovery codes take the place of those before', async t => {
  const { desk, turnOn, codesLeft, actions, advance, signIn } = await open(t)
  const none = await desk.act('/you/recovery-codes')
  t.equal(none.headers.location, '/you#signing-in', 'none without a second factor')
  const { code, codes } = await turnOn()
  advance({ minutes: 1 })
  const made = await desk.act('/you/recovery-codes', {}, { password, code: code() })
  t.equal(made.statusCode, 200)
  t.equal(await codesLeft(), 10)
  t.same((await actions())[0], 'recovery-codes-made')
  t.equal((await signIn(codes[0] ?? '')).answer.statusCode, 401)
  t.equal((await signIn(recoveryCodesIn(made.body)[0] ?? '')).at, '/calendars')
})

t.test('after the keys were lost, a recovery code signs in and turns it off', async t => {
  const { turnOn, build, identity, codesLeft, advance } = await open(t)
  const { code, codes } = await turnOn()
  const [first = '', second = ''] = codes
  advance({ minutes: 1 })
  const later = browserOf(await build({ SECRET_KEYS: 'cd'.repeat(32) }))
  const { answer } = await later.enter('/auth', { email, password })
  t.equal(answer.statusCode, 401)
  t.match(faultIn(answer.body), 'The keys of this server were replaced')
  const codePage = actionIn(answer.body)
  t.equal((await later.follow(codePage, { code: code() })).answer.statusCode, 401, 'of the app')
  t.equal((await later.follow(codePage, { code: first })).at, '/calendars')
  const { body } = await later.send('/you')
  t.match(body, 'The keys of this server were replaced, so your codes can’t be checked any more.')
  t.notMatch(body, 'action="/you/recovery-codes"')

  const off = (given: string) => later.act('/you/second-factor/off', {}, { password, code: given })
  for (const given of ['', code(), first]) t.equal((await off(given)).statusCode, 403)
  t.match(await identity(), { mfa: true })
  t.equal((await off(second)).statusCode, 302)
  t.match(await identity(), { mfa: false })
  t.equal(await codesLeft(), 0)
})
