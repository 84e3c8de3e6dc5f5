import { findCredentials, readCredentials } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import t from 'tap'
import {
  browserOf,
  keys,
  publicUrl,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'
import { softwarePasskey } from '../software-passkey.ts'
import { alexAddress as email, newPassword, signIn, twoPeople } from './two-people.ts'
import { actWithPasskey, faultIn, firstWithPasskey, offerIn } from './ways-in.ts'

const path = '/you/password'

const isIn = async (browser: Browser) => (await browser.send('/you')).statusCode === 200

t.test('a person changes the password', async t => {
  const { alex: desk, db, service } = await twoPeople(t)
  const phone = browserOf(service)
  await signIn(phone, { email })
  const version = async () => (await findCredentials(db, keys, { email }))?.version ?? 0
  t.match((await desk.send('/you')).body, 'action="/you/password"')
  const { body: form } = await desk.act(path)
  t.match(form, `value="${email}" autocomplete="username" readonly hidden`)
  t.match(form, /name="new_password"[^>]+autocomplete="new-password"/)
  const [offer, before] = [offerIn(form), await version()]
  const send = (new_password: string, more: object = { offer }, browser = desk) =>
    browser.send(`${path}/new`, { new_password, ...more })

  await t.test('not to a bad one, and the next one is typed on the same page', async t => {
    for (const [bad, fault] of [
      ['otters', 'A password needs at least 15 characters.'],
      ['o'.repeat(1025), 'A password can have up to 1024 characters.'],
      [
        'passwordpassword1',
        'Many people use this password, so it’s easy to guess. Choose another one.',
      ],
      [
        'alex@example.com',
        'This password is too close to your address or to “Night Routine”. Choose another one.',
      ],
    ] as const) {
      const { statusCode, body } = await send(bad)
      t.same([statusCode, faultIn(body)], [400, fault])
      t.notMatch(body, `name="new_password" value="${bad}"`, 'no password comes back')
    }
    t.equal((await desk.send(`${path}/new`, {})).statusCode, 400)
    const other = offerIn((await desk.act('/you/passkeys')).body)
    t.equal((await send(newPassword, { offer: other })).statusCode, 409)
    t.equal((await send(newPassword, { offer }, phone)).statusCode, 409, 'of another session')
    t.same([await isIn(phone), await version()], [true, before])
  })

  await t.test('and other browsers sign in again, with the new one', async t => {
    const changed = await send(newPassword)
    t.same([changed.statusCode, changed.headers.location], [302, '/you/secure'])
    t.match((await desk.send('/you')).body, 'Password changed. Your other devices are signed out.')
    t.equal(await version(), before + 1, 'ends the links to a new password')
    t.same([await isIn(desk), await isIn(phone)], [true, false])
    t.match(await readHistory(db, { limit: 1 }), [{ action: 'password-changed' }])
    t.equal((await send('a second one, by the same press')).statusCode, 409)
    t.equal((await signIn(browserOf(service), { email })).answer.statusCode, 401)
    const next = await signIn(browserOf(service), { email, password: newPassword })
    t.equal(next.at, '/calendars')
  })

  await t.test('but not without an account here, or a session', async t => {
    const paths = ['password', 'second-factor', 'second-factor/off', 'recovery-codes', 'passkeys']
    for (const each of paths)
      t.equal((await browserOf(service).send(`/you/${each}`, {})).statusCode, 401, each)
    await db.deleteFrom('identities').execute()
    const { statusCode, body } = await send(newPassword, { offer: '' })
    t.equal(statusCode, 404)
    t.match(body, 'There’s no account with your address here.')
    t.notMatch((await desk.send('/you')).body, 'id="signing-in"')
  })
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
  t.equal((await desk.send(`${path}/new`, chosen)).statusCode, 302)
  t.match(await readCredentials(db), [{ hasPassword: true }])
})
