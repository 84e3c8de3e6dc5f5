import { findIdentity, readHistory, readIdentities, readSessionsOf } from '@night-routine/database'
import t, { type Test } from 'tap'
import { setUpCode } from '../../../src/sign-in/set-up-code.ts'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  webWithAccounts,
  type Browser,
} from '../../own-accounts.ts'
import { askedIn, softwarePasskey } from '../../software-passkey.ts'

const email = 'alex@example.com'
const newPassword = 'nine otters under the bridge'

/** Alex at two browsers. */
async function open(t: Test) {
  const web = await webWithAccounts(t)
  const { service, db } = web
  const desk = browserOf(service)
  await firstPerson(desk)
  const phone = browserOf(service, { from: '198.51.100.4' })
  await phone.enter('/auth', { email, password: goodPassword })
  const identity = async () => {
    const found = await findIdentity(db, keys, { email })
    if (found === undefined) throw new Error('Alex has no account.')
    return found
  }
  const actions = async () => (await readHistory(db, { limit: 50 })).map(({ action }) => action)
  return { ...web, desk, phone, identity, actions }
}

const isIn = async (browser: Browser) => (await browser.send('/you')).statusCode === 200

const faultIn = (html: string) => /role="alert" id="fault">([^<]+)</.exec(html)?.[1]

t.test('a person changes the password: other browsers sign in again, with the new one', async t => {
  const { desk, phone, identity, actions, db, service } = await open(t)
  const { body } = await desk.send('/you')
  t.match(body, 'href="/you/password"')
  const { body: form } = await desk.send('/you/password')
  t.match(form, `value="${email}" autocomplete="username" readonly hidden`)
  t.match(form, /name="password"[^>]+autocomplete="current-password"/)
  t.match(form, /name="new_password"[^>]+autocomplete="new-password"/)

  const before = await identity()
  const changed = await desk.send('/you/password', {
    password: goodPassword,
    new_password: newPassword,
  })
  t.same([changed.statusCode, changed.headers.location], [302, '/you#signing-in'])
  t.match((await desk.send('/you')).body, 'Password changed. Your other devices are signed out.')
  t.equal((await identity()).version, before.version + 1, 'ends the links to a new password')
  t.same([await isIn(desk), await isIn(phone)], [true, false])
  t.equal((await readSessionsOf(db, { email, now: Temporal.Now.instant() })).length, 1)
  t.same((await actions()).slice(0, 2), ['password-changed', 'account-made'])

  const other = browserOf(service)
  const { answer } = await other.enter('/auth', { email, password: goodPassword })
  t.equal(answer.statusCode, 401, 'the old one has ended')
  await other.enter('/auth', { email, password: newPassword })
  t.ok(await isIn(other))
})

t.test('a wrong current password, or a bad new one, changes nothing', async t => {
  const { desk, phone, identity, actions } = await open(t)
  const before = await identity()
  const cases = [
    [
      `${goodPassword}!`,
      newPassword,
      403,
      'That isn’t your current password. Nothing was changed.',
    ],
    ['', newPassword, 403, 'That isn’t your current password. Nothing was changed.'],
    [goodPassword, 'otters', 400, 'A password needs at least 15 characters.'],
    [goodPassword, 'o'.repeat(1025), 400, 'A password can have up to 1024 characters.'],
    [
      goodPassword,
      'passwordpassword1',
      400,
      'Many people use this password, so it’s easy to guess. Choose another one.',
    ],
  ] as const
  for (const [password, new_password, status, fault] of cases) {
    const { statusCode, body } = await desk.send('/you/password', { password, new_password })
    t.same([statusCode, faultIn(body)], [status, fault])
    t.notMatch(body, `value="${goodPassword}"`, 'no password comes back')
  }
  t.same(await identity(), before)
  t.ok(await isIn(phone))
  t.same(await actions(), ['account-made'])
  t.equal((await desk.send('/you/password', { password: goodPassword })).statusCode, 400)
})

const guess = (browser: Browser, password = 'not this one either') =>
  browser.send('/you/password', { password, new_password: newPassword })

t.test('guesses at an open browser are slowed down, but not those of a known network', async t => {
  const { service, desk, advance } = await open(t)
  // The same session, taken to another network.
  const thief = browserOf(service, { from: '192.0.2.66' })
  for (const [key, cookie] of desk.cookies) thief.cookies.set(key, cookie)
  for (let tries = 0; tries < 5; tries += 1) t.equal((await guess(thief)).statusCode, 403)
  const { statusCode, body } = await guess(thief, goodPassword)
  t.same(
    [statusCode, faultIn(body)],
    [429, 'Too many attempts. Try again in 2 seconds.'],
    'also with the right one',
  )
  for (let tries = 0; tries < 6; tries += 1) t.equal((await guess(desk)).statusCode, 403)
  advance({ seconds: 3 })
  t.equal((await guess(thief, goodPassword)).statusCode, 302)
})

t.test('of two changes at once one counts', async t => {
  const { desk, identity, actions } = await open(t)
  const before = await identity()
  const answers = await Promise.all(
    ['one', 'two'].map(which =>
      desk.send('/you/password', {
        password: goodPassword,
        new_password: `${newPassword} ${which}`,
      }),
    ),
  )
  t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([302, 409]))
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  t.match(refused?.body, 'was changed in another window just now')
  t.equal((await identity()).version, before.version + 1)
  t.equal((await actions()).filter(action => action === 'password-changed').length, 1)
})

t.test(
  'someone with a passkey alone chooses a first password, and confirms with the passkey',
  async t => {
    const { service, db } = await webWithAccounts(t)
    const [desk, device] = [browserOf(service), softwarePasskey(publicUrl)]
    const { answer: first } = await desk.follow('/auth')
    await desk.follow(actionIn(first.body), {
      set_up_code: setUpCode(keys),
      email,
      password: '',
      passkey: device.create(askedIn(first.body, 'create')),
    })
    const { body } = await desk.send('/you')
    t.match(body, 'none yet')
    t.notMatch(body, 'Second factor', 'which comes after a password')
    const none = await desk.send('/you/second-factor')
    t.equal(none.statusCode, 409)
    t.match(none.body, 'Choose a password first.')
    const { body: form } = await desk.send('/you/password')
    t.match(form, 'Choose a password')
    t.notMatch(form, 'current-password')
    const asked = askedIn(form, 'get')
    const foreign = softwarePasskey(publicUrl)
    const [identity] = await readIdentities(db)
    for (const confirmation of [
      '',
      device.use(asked, { challenge: 'of another page' }),
      device.use(asked, { isVerified: false }),
      foreign.use(asked),
    ]) {
      const fields = { new_password: newPassword, confirmation, password: newPassword }
      const { statusCode, body: again } = await desk.send('/you/password', fields)
      t.equal(statusCode, 403)
      t.match(faultIn(again), 'passkey')
    }
    t.same(await readIdentities(db), [identity])
    const fields = { new_password: newPassword, confirmation: device.use(asked) }
    t.equal((await desk.send('/you/password', fields)).statusCode, 302)
    t.match(await readIdentities(db), [{ hasPassword: true }])
  },
)

t.test('someone without an account here, and without a session', async t => {
  const { db, service, desk } = await open(t)
  for (const path of ['password', 'second-factor', 'second-factor/off', 'recovery-codes'])
    t.equal((await browserOf(service).send(`/you/${path}`)).statusCode, 401, path)
  await db.deleteFrom('identities').execute()
  const { statusCode, body } = await desk.send('/you/password')
  t.equal(statusCode, 404)
  t.match(body, 'There’s no account with your address here.')
  const you = await desk.send('/you')
  t.equal(you.statusCode, 200)
  t.notMatch(you.body, 'id="signing-in"')
})
