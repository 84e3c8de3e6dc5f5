import { findCredentials, readCredentials } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import { readSessionsOf } from '@night-routine/database/people'
import t, { type Test } from 'tap'
import {
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  publicUrl,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { alexAddress as email } from './two-people.ts'
import { actWithPasskey, faultIn, firstWithPasskey, offerIn } from './ways-in.ts'

const newPassword = 'nine otters under the bridge'
const path = '/you/password'

/** Alex at two browsers. */
async function open(t: Test) {
  const web = await webWithCredentials(t)
  const { service, db } = web
  const desk = browserOf(service)
  await firstPerson(desk)
  const phone = browserOf(service)
  await phone.enter('/auth', { email, password: goodPassword })
  const version = async () => (await findCredentials(db, keys, { email }))?.version ?? 0
  const actions = async () => (await readHistory(db, { limit: 50 })).map(({ action }) => action)
  return { ...web, desk, phone, version, actions }
}

const isIn = async (browser: Browser) => (await browser.send('/you')).statusCode === 200

t.test('a person changes the password: other browsers sign in again, with the new one', async t => {
  const { desk, phone, version, actions, db, service, now } = await open(t)
  t.match((await desk.send('/you')).body, 'action="/you/password"')
  const { body: form } = await desk.act(path)
  t.match(form, `value="${email}" autocomplete="username" readonly hidden`)
  t.match(form, /name="new_password"[^>]+autocomplete="new-password"/)

  const before = await version()
  const offer = offerIn(form)
  const changed = await desk.send(`${path}/new`, { offer, new_password: newPassword })
  t.same([changed.statusCode, changed.headers.location], [302, '/you/secure'])
  t.match((await desk.send('/you')).body, 'Password changed. Your other devices are signed out.')
  t.equal(await version(), before + 1, 'ends the links to a new password')
  t.same([await isIn(desk), await isIn(phone)], [true, false])
  t.equal((await readSessionsOf(db, { email, now: now() })).length, 1)
  t.same(await actions(), ['password-changed', 'account-made'])

  const again = await desk.send(`${path}/new`, {
    offer,
    new_password: 'a second one, by the same press',
  })
  t.equal(again.statusCode, 409, 'a press is for one change')

  const enter = async (password: string) => browserOf(service).enter('/auth', { email, password })
  t.equal((await enter(goodPassword)).answer.statusCode, 401, 'the old one has ended')
  t.equal((await enter(newPassword)).at, '/calendars')
})

t.test('a bad new password is refused, and the next one typed on the same page', async t => {
  const { desk, phone, actions } = await open(t)
  const offer = offerIn((await desk.act(path)).body)
  for (const [new_password, fault] of [
    ['otters', 'A password needs at least 15 characters.'],
    ['o'.repeat(1025), 'A password can have up to 1024 characters.'],
    [
      'passwordpassword1',
      'Many people use this password, so it’s easy to guess. Choose another one.',
    ],
  ] as const) {
    const { statusCode, body } = await desk.send(`${path}/new`, { offer, new_password })
    t.same([statusCode, faultIn(body)], [400, fault])
    t.notMatch(body, `value="${new_password}"`, 'no password comes back')
  }
  t.equal((await desk.send(`${path}/new`, {})).statusCode, 400)
  for (const other of ['', offerIn((await desk.act('/you/passkeys')).body)]) {
    const bad = { offer: other, new_password: newPassword }
    t.equal((await desk.send(`${path}/new`, bad)).statusCode, 409)
  }
  const own = { offer, new_password: newPassword }
  t.equal((await phone.send(`${path}/new`, own)).statusCode, 409, 'of another session')
  t.ok(await isIn(phone))
  t.same(await actions(), ['account-made'])
})

t.test('someone with a passkey alone chooses a first password', async t => {
  const { service, db } = await webWithCredentials(t)
  const [desk, device] = [browserOf(service), softwarePasskey(publicUrl)]
  await firstWithPasskey(desk, device)
  const { body } = await desk.send('/you')
  t.match(body, 'none yet')
  t.notMatch(body, 'Second factor', 'which comes after a password')
  const none = await actWithPasskey(desk, device, '/you/second-factor')
  t.equal(none.statusCode, 409)
  t.match(none.body, 'Choose a password first.')
  const form = (await actWithPasskey(desk, device, path)).body
  t.match(form, 'Choose a password')
  const chosen = { offer: offerIn(form), new_password: newPassword }
  const made = await desk.send(`${path}/new`, chosen)
  t.equal(made.statusCode, 302)
  t.match(await readCredentials(db), [{ hasPassword: true }])
})

t.test('someone without an account here, and without a session', async t => {
  const { db, service, desk } = await open(t)
  const paths = ['password', 'second-factor', 'second-factor/off', 'recovery-codes', 'passkeys']
  for (const each of paths)
    t.equal((await browserOf(service).send(`/you/${each}`, {})).statusCode, 401, each)
  await db.deleteFrom('identities').execute()
  const { statusCode, body } = await desk.send(`${path}/new`, {
    offer: '',
    new_password: newPassword,
  })
  t.equal(statusCode, 404)
  t.match(body, 'There’s no account with your address here.')
  const you = await desk.send('/you')
  t.equal(you.statusCode, 200)
  t.notMatch(you.body, 'id="signing-in"')
})
