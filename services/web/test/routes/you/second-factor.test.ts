import { randomUUID } from 'node:crypto'
import { hashPassword } from '@night-routine/accounts'
import {
  countRecoveryCodes,
  createIdentity,
  findIdentity,
  letIn,
  readHistory,
  transaction,
} from '@night-routine/database'
import { Secret, TOTP } from 'otpauth'
import t, { type Test } from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  webWithAccounts,
  type Browser,
} from '../../own-accounts.ts'

const email = 'alex@example.com'
const password = goodPassword
const codeWrong = 'That code isn’t right. Check that your phone sets its clock automatically.'
const notCurrent = 'That isn’t your current password. Nothing was changed.'

const faultIn = (html: string) => /role="alert" id="fault">([^<]+)</.exec(html)?.[1]

/** What the page that turns it on shows. */
function offerIn(html: string) {
  const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? []
  const [, secret = ''] = /id="key" value="([A-Z2-7]+)"/.exec(html) ?? []
  return { key, secret }
}

const recoveryCodesIn = (html: string) =>
  [...html.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code = '']) => code)

/** Alex, who has signed in, and an app that has the key of the page. */
async function open(t: Test) {
  const web = await webWithAccounts(t)
  const { service, db, now } = web
  const desk = browserOf(service)
  await firstPerson(desk)
  const offer = offerIn((await desk.send('/you/second-factor')).body)
  const app = new TOTP({ secret: Secret.fromBase32(offer.secret) })
  /** What the app shows on a phone whose clock is so many seconds early or late. */
  const code = (seconds = 0) =>
    app.generate({ timestamp: now().epochMilliseconds + seconds * 1000 })
  const identity = async () => {
    const found = await findIdentity(db, keys, { email })
    if (found === undefined) throw new Error('Alex has no account.')
    return found
  }
  return {
    ...web,
    desk,
    offer,
    code,
    identity,
    turnOn: (fields: Record<string, string> = {}) =>
      desk.send('/you/second-factor', { password, key: offer.key, code: code(), ...fields }),
    actions: async () => (await readHistory(db, { limit: 50 })).map(({ action }) => action),
    codesLeft: async () => countRecoveryCodes(db, (await identity()).id),
    /** The page that comes after the password. */
    signIn: async (browser: Browser, given = '') => {
      const { answer } = await browser.enter('/auth', { email, password })
      const [, step = ''] = /name="step" value="([^"]+)"/.exec(answer.body) ?? []
      return browser.follow(actionIn(answer.body), { step, code: given })
    },
  }
}

t.test('a person turns it on, and a sign-in asks for a code from then on', async t => {
  const { service, desk, turnOn, code, identity, codesLeft, actions, signIn, advance } =
    await open(t)
  t.match((await desk.send('/you')).body, /Second factor <span class="fine">off</)
  const on = await turnOn()
  t.equal(on.statusCode, 201)
  t.match(on.body, 'they’re only shown once')
  const codes = recoveryCodesIn(on.body)
  t.equal(new Set(codes).size, 10)
  t.match(on.body, `id="codes" value="${codes.join('\n')}"`, 'which a button copies')
  t.equal(await codesLeft(), 10)
  t.same(await actions(), ['second-factor-on', 'account-made'])
  t.match((await desk.send('/you')).body, '10 of 10 left')

  const phone = browserOf(service)
  const { answer: used } = await signIn(phone, code())
  t.same([used.statusCode, faultIn(used.body)], [401, codeWrong], 'the first code is used up')
  advance({ seconds: 30 })
  t.equal((await signIn(phone, code())).at, '/calendars')
  t.equal((await signIn(browserOf(service), code())).answer.statusCode, 401, 'no code works twice')

  const [first = '', second = ''] = codes
  t.equal((await signIn(browserOf(service), first.toUpperCase())).at, '/calendars')
  t.equal((await signIn(browserOf(service), first)).answer.statusCode, 401, 'nor a recovery code')
  t.match((await desk.send('/you')).body, '9 of 10 left')
  t.equal((await signIn(browserOf(service), second)).at, '/calendars')
  t.match(await identity(), { mfa: true, hasPassword: true })
})

t.test('the key is kept only once a code shows that the app has it', async t => {
  const { turnOn, code, identity, codesLeft, actions, advance, desk, offer } = await open(t)
  const cases = [
    [{ code: code(120) }, 400, codeWrong, 'a clock that is two minutes ahead'],
    [{ code: code(-120) }, 400, codeWrong, 'or behind'],
    [{ code: '12345' }, 400, codeWrong, 'too short'],
    [{ code: '' }, 400, codeWrong, 'none'],
    [{ password: 'not the right one' }, 403, notCurrent, 'the password'],
  ] as const
  for (const [fields, status, fault, name] of cases) {
    const { statusCode, body } = await turnOn(fields)
    t.same([statusCode, faultIn(body)], [status, fault], name)
    t.same(offerIn(body), offer, 'the page keeps the key that the app has')
  }
  t.match(await identity(), { mfa: false, totpSecret: null })

  advance({ minutes: 10 })
  const expired = 'That took longer than ten minutes, so here is a new key.'
  for (const fields of [{}, { key: 'x' }, { key: '' }]) {
    const { statusCode, body } = await turnOn(fields)
    t.equal(statusCode, 400)
    t.match(faultIn(body), expired)
    t.notSame(offerIn(body).secret, offer.secret)
  }
  t.match(await identity(), { mfa: false, totpSecret: null })
  t.equal(await codesLeft(), 0)
  t.same(await actions(), ['account-made'])
  t.equal((await desk.send('/you/second-factor', { password })).statusCode, 400)
})

t.test('a phone whose clock is half a minute off is fine', async t => {
  const { turnOn, code } = await open(t)
  t.equal((await turnOn({ code: code(-30) })).statusCode, 201)
})

t.test('the key that one person was shown does not work for another', async t => {
  const { db, service, turnOn, offer, code, now } = await open(t)
  const robin = { email: 'robin@example.com', password }
  const passwordHash = await hashPassword(password)
  await transaction(db, async trx => {
    await createIdentity(trx, { id: randomUUID(), email: robin.email, passwordHash }, now())
    await letIn(trx, robin.email, now())
  })
  const browser = browserOf(service)
  await browser.enter('/auth', robin)
  const fields = { password, key: offer.key, code: code() }
  const { statusCode, body } = await browser.send('/you/second-factor', fields)
  t.equal(statusCode, 400)
  t.notSame(offerIn(body).secret, offer.secret)
  t.match(await findIdentity(db, keys, robin), { mfa: false })
  t.equal((await turnOn()).statusCode, 201, 'who was shown it')
})

t.test('of two that are turned on at once one counts', async t => {
  const { desk, turnOn, identity, codesLeft, actions, now } = await open(t)
  const other = offerIn((await desk.send('/you/second-factor')).body)
  const app = new TOTP({ secret: Secret.fromBase32(other.secret) })
  const answers = await Promise.all([
    turnOn(),
    turnOn({ key: other.key, code: app.generate({ timestamp: now().epochMilliseconds }) }),
  ])
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([201, 409]))
  t.equal(await codesLeft(), 10)
  t.equal((await actions()).filter(action => action === 'second-factor-on').length, 1)
  const late = await turnOn()
  t.equal(late.statusCode, 409)
  t.match(late.body, 'Your second factor is on already. Nothing was changed.')
  t.match(await identity(), { mfa: true })
  t.match((await desk.send('/you/second-factor')).body, 'is on already')
})

t.test('turning it off takes the password, and a code or a recovery code', async t => {
  const { desk, service, turnOn, code, identity, codesLeft, actions, advance } = await open(t)
  const [recovery = ''] = recoveryCodesIn((await turnOn()).body)
  advance({ minutes: 1 })
  const off = (fields: Record<string, string>) => desk.send('/you/second-factor/off', fields)
  for (const [fields, fault] of [
    [{ password: 'not the right one', code: code() }, notCurrent],
    [{ password }, codeWrong],
    [{ password, code: code(120) }, codeWrong],
    [{ code: code() }, notCurrent],
  ] as const) {
    const { statusCode, body } = await off(fields)
    t.same([statusCode, faultIn(body)], [403, fault])
  }
  t.match(await identity(), { mfa: true })
  t.equal(await codesLeft(), 10)
  const { statusCode, headers } = await off({ password, code: recovery })
  t.same([statusCode, headers.location], [302, '/you#signing-in'])
  t.match((await desk.send('/you')).body, 'The second factor is off.')
  t.match(await identity(), { mfa: false, totpSecret: null })
  t.equal(await codesLeft(), 0)
  t.same((await actions())[0], 'second-factor-off')
  t.equal((await off({ password, code: recovery })).statusCode, 302, 'twice is as good')
  t.equal((await actions()).filter(action => action === 'second-factor-off').length, 1)
  const { at } = await browserOf(service).enter('/auth', { email, password })
  t.equal(at, '/calendars', 'the password is enough again')
})

t.test('guesses at the code are slowed down', async t => {
  const { desk, turnOn, code, identity, advance } = await open(t)
  await turnOn()
  advance({ minutes: 1 })
  const off = (given: string) => desk.send('/you/second-factor/off', { password, code: given })
  const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
  for (let tries = 0; tries < 5; tries += 1) t.equal((await off(wrong)).statusCode, 403)
  const { statusCode, body } = await off(code())
  t.same([statusCode, faultIn(body)], [429, 'Too many attempts. Try again in 2 seconds.'])
  t.match(await identity(), { mfa: true })
})

t.test('new recovery codes take the place of those before', async t => {
  const { desk, turnOn, code, codesLeft, actions, advance, service, signIn } = await open(t)
  t.same(
    (await desk.send('/you/recovery-codes')).headers.location,
    '/you#signing-in',
    'none without a second factor',
  )
  const [old = ''] = recoveryCodesIn((await turnOn()).body)
  advance({ minutes: 1 })
  t.equal((await desk.send('/you/recovery-codes')).statusCode, 200)
  const make = (fields: Record<string, string>) => desk.send('/you/recovery-codes', fields)
  t.equal((await make({ password: 'not the right one', code: code() })).statusCode, 403)
  t.equal((await make({ password, code: '000000' })).statusCode, 403)
  const made = await make({ password, code: code() })
  t.equal(made.statusCode, 201)
  const [fresh = ''] = recoveryCodesIn(made.body)
  t.equal(await codesLeft(), 10)
  t.same((await actions())[0], 'recovery-codes-made')
  t.equal((await signIn(browserOf(service), old)).answer.statusCode, 401)
  t.equal((await signIn(browserOf(service), fresh)).at, '/calendars')
})

t.test('after the keys were lost, a sign-in takes a recovery code, and says why', async t => {
  const { turnOn, code, build, signIn, advance } = await open(t)
  const [recovery = ''] = recoveryCodesIn((await turnOn()).body)
  advance({ minutes: 1 })
  const service = await build({ SECRET_KEYS: 'cd'.repeat(32) })
  const browser = browserOf(service)
  const { answer } = await browser.enter('/auth', { email, password })
  t.equal(answer.statusCode, 401)
  t.match(faultIn(answer.body), 'The keys of this server were replaced')
  t.match(answer.body, 'autocomplete="one-time-code"')
  t.equal((await signIn(browserOf(service), code())).answer.statusCode, 401, 'no code of the app')
  t.equal((await signIn(browserOf(service), recovery)).at, '/calendars')
  t.equal((await signIn(browserOf(service), recovery)).answer.statusCode, 401, 'once')
})

t.test('after the keys were lost, the password turns it off, and the page says why', async t => {
  const { desk, turnOn, identity, build, db } = await open(t)
  await turnOn()
  const service = await build({ SECRET_KEYS: 'cd'.repeat(32) })
  const later = browserOf(service)
  for (const [key, cookie] of desk.cookies) later.cookies.set(key, cookie)
  const { body } = await later.send('/you')
  t.match(body, 'The keys of this server were replaced, so your codes can’t be checked any more.')
  t.notMatch(body, 'href="/you/recovery-codes"')
  const { body: form } = await later.send('/you/second-factor/off')
  t.match(form, 'The keys of this server were replaced')
  t.notMatch(form, 'name="code"')
  const off = (given: string) => later.send('/you/second-factor/off', { password: given })
  t.same(faultIn((await off('not the right one')).body), notCurrent)
  t.match(await identity(), { mfa: true })
  t.equal((await off(password)).statusCode, 302)
  t.match(await identity(), { mfa: false })
  t.equal(await countRecoveryCodes(db, (await identity()).id), 0)
})
