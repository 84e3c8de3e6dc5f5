import { transaction } from '@night-routine/database/connection'
import { deleteSession, readAccessTokens, readInvitations } from '@night-routine/database/people'
import { waitFor } from '@night-routine/servers'
import { startOpenidProvider, passOpenidPages } from '@night-routine/servers/openid'
import { waitsForLock } from '@night-routine/testing/database'
import t from 'tap'
import { tokenHash } from '../../src/plugins/session.ts'
import { Browser as AtGoogle } from '../browser.ts'
import {
  browserOf,
  confirmationIn,
  goodPassword as password,
  publicUrl,
  webWithCredentials,
} from '../web-with-credentials.ts'
import { visitor, webWithOwnServers } from '../own-servers.ts'
import { Program, tokenFor } from '../program.ts'
import { runWeb } from '../running-web.ts'
import { askedIn, softwarePasskey } from '../software-passkey.ts'
import { alexAddress, signIn, twoPeople } from './two-people.ts'
import { actWithPasskey, addPasskey, faultIn, firstWithPasskey, turnOnFactor } from './ways-in.ts'

const path = '/people/invitations'
const form = { parent: 'b' }
const over = 'That took longer than five minutes, or was done already. Start again.'
const codeWrong = 'That code isn’t right. Check that your phone sets its clock automatically.'
const notCurrent = 'That isn’t your password. Nothing was changed.'

t.test('a person confirms with a password, a code or a passkey', async t => {
  const { alex, robin, service, db, now, advance } = await twoPeople(t)
  /** Presses the button. @returns the id of the request that waits */
  const ask = async (browser = alex) => confirmationIn((await browser.send(path, form)).body) ?? ''
  const made = async () => (await readInvitations(db, now())).length
  const waiting = async () => (await db.selectFrom('confirmations').selectAll().execute()).length

  await t.test('a wrong password does nothing, and the right one does it once', async t => {
    const asked = await alex.send(path, form)
    t.equal(asked.statusCode, 403)
    t.match(asked.body, 'The link lets someone new in. First show that it’s you.')
    t.match(asked.body, `<form method="post" action="${path}"`)
    t.match(asked.body, `value="${alexAddress}" autocomplete="username" readonly hidden`)
    t.match(asked.body, 'autocomplete="current-password"')
    const confirmation = confirmationIn(asked.body) ?? ''
    const wrong = await alex.send(path, { confirmation, password: 'not the right one' })
    t.same([wrong.statusCode, faultIn(wrong.body)], [403, notCurrent])
    t.equal(confirmationIn(wrong.body), confirmation, 'it can be tried again')
    t.equal(await made(), 0)
    const right = () => alex.send(path, { confirmation, password, parent: 'a' })
    const answers = await Promise.all([right(), right()])
    t.same(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]))
    t.match((await right()).body, over)
    t.match(await readInvitations(db, now()), [{ parent: 'b' }], 'what was asked, whatever comes')
  })

  await t.test('a person whose session ends meanwhile signs in first', async t => {
    const phone = browserOf(service)
    await signIn(phone, { email: alexAddress })
    const answer = await transaction(db, async trx => {
      await deleteSession(trx, tokenHash(phone.cookies.get('session /')?.value ?? ''))
      const asked = phone.send(path, form)
      await waitFor('the request to wait', () => waitsForLock(db))
      return { asked }
    })
    t.equal((await answer.asked).statusCode, 401)
  })

  await t.test('it is for one request, one session, and five minutes', async t => {
    t.equal((await alex.send(path, { parent: 'c' })).statusCode, 400, 'what would be refused')
    t.equal((await browserOf(service).send(path, form)).statusCode, 401)
    t.equal(await waiting(), 0)
    const phone = browserOf(service)
    await signIn(phone, { email: alexAddress })
    const refused = async (browser: typeof alex, url: string, confirmation: string) => {
      const { statusCode, body } = await browser.send(url, { confirmation, password })
      t.equal(statusCode, 409, url)
      t.match(body, over)
    }
    const first = await ask()
    await refused(alex, '/you/tokens', first)
    await refused(phone, path, first)
    await refused(alex, path, 'x')
    const second = await ask()
    await refused(alex, path, first)
    await ask(phone)
    t.equal(await waiting(), 2, 'one for each session')
    const { request } = await db
      .selectFrom('confirmations')
      .select('request')
      .executeTakeFirstOrThrow()
    t.notMatch(request, 'parent', 'what waits is sealed')
    await phone.send('/sign-out', {})
    t.equal(await waiting(), 1, 'it ends with its session')
    advance({ minutes: 5 })
    await refused(alex, path, second)
    t.equal(await made(), 1)
  })

  await t.test('a passkey confirms the request of its page alone', async t => {
    const [device, robins] = [softwarePasskey(publicUrl), softwarePasskey(publicUrl)]
    await addPasskey(alex, device)
    await addPasskey(robin, robins)
    const before = (await alex.send(path, form)).body
    const { body } = await alex.send(path, form)
    const asked = askedIn(body, 'get')
    const confirmation = confirmationIn(body) ?? ''
    for (const [passkey, said] of [
      [device.use(askedIn(before, 'get')), 'couldn’t be checked'],
      [device.use(asked, { isVerified: false }), 'couldn’t be checked'],
      [robins.use(asked), 'isn’t known here'],
      ['{', 'couldn’t be checked'],
    ] as const) {
      const refused = await alex.send(path, { confirmation, passkey, password })
      t.equal(refused.statusCode, 403)
      t.match(faultIn(refused.body), said)
    }
    t.equal((await alex.send(path, { confirmation, passkey: device.use(asked) })).statusCode, 200)
  })

  await t.test('with a second factor on, both are needed', async t => {
    const { code, codes } = await turnOnFactor(alex, now)
    const [recovery = ''] = codes
    const act = async (answer: Record<string, string>) => alex.act(path, form, answer)
    for (const [answer, fault] of [
      [{ password }, codeWrong],
      [{ password, code: code() }, codeWrong],
      [{ code: recovery }, notCurrent],
    ] as const) {
      const { statusCode, body } = await act(answer)
      t.same([statusCode, faultIn(body)], [403, fault])
      t.match(body, 'autocomplete="one-time-code"')
    }
    advance({ minutes: 1 })
    t.equal((await act({ password, code: code() })).statusCode, 200)
    t.equal((await act({ password, code: code() })).statusCode, 403, 'no code counts twice')
    t.equal((await act({ password, code: recovery })).statusCode, 200)
    t.equal((await act({ password, code: recovery })).statusCode, 403)

    advance({ minutes: 10 })
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
    for (let tries = 0; tries < 5; tries += 1) await act({ password, code: wrong })
    // Whoever guesses codes has the password, so the network does not matter.
    const elsewhere = browserOf(service, { from: '192.0.2.66' })
    for (const [key, cookie] of alex.cookies) elsewhere.cookies.set(key, cookie)
    t.equal((await elsewhere.act(path, form, { password, code: code() })).statusCode, 429)
  })

  const send = (answer: string) => robin.act(path, form, { password: answer })

  await t.test('guesses are slowed down', async t => {
    for (let tries = 0; tries < 5; tries += 1) await send('not the right one')
    const { statusCode, body } = await send(password)
    t.same([statusCode, faultIn(body)], [429, 'Too many attempts. Try again in 2 seconds.'])
    advance({ seconds: 3 })
    t.equal((await send(password)).statusCode, 200)
  })
})

t.test('someone without a password confirms with a passkey', async t => {
  const { service } = await webWithCredentials(t)
  const [alex, device] = [browserOf(service), softwarePasskey(publicUrl)]
  await firstWithPasskey(alex, device)
  const { body } = await alex.send(path, form)
  t.notMatch(body, 'name="password"')
  t.match(body, 'data-without-passkeys')
  t.equal((await alex.act(path, form)).statusCode, 403)
  t.equal((await actWithPasskey(alex, device, path, form)).statusCode, 200)
})

t.test('who signs in with Google confirms there, and comes back to press', async t => {
  const web = await runWeb(t)
  const { db, service, clock } = web
  const made = async () => (await readInvitations(db, clock.now())).length
  const alex = new AtGoogle(web)
  await alex.signIn('alex@example.com')
  for (const nothing of ['/confirm', '/auth?intent=confirm'])
    t.equal((await alex.get(nothing)).headers.location, '/', 'nothing waits')
  const asked = await alex.post(path, form)
  t.equal(asked.statusCode, 403)
  t.match(asked.body, 'href="/auth?intent=confirm"')
  t.notMatch(asked.body, 'name="password"')
  const { id } = await db.selectFrom('confirmations').select('id').executeTakeFirstOrThrow()
  const press = () => alex.post(path, { confirmation: id, password: '' })
  t.match((await press()).body, 'Confirm where you sign in.')

  const there = new URL((await alex.get('/auth?intent=confirm')).headers.location ?? '')
  t.equal(there.searchParams.get('login_hint'), 'alex@example.com')
  const session = alex.cookies.get('session')
  const other = await alex.signIn('robin@example.com', '/auth?intent=confirm')
  t.equal(other.statusCode, 403)
  t.match(other.body, 'That was another person’s account. Nothing was changed.')
  t.equal((await press()).statusCode, 403)
  const back = await alex.signIn('alex@example.com', '/auth?intent=confirm')
  t.equal(back.headers.location, '/confirm')
  t.equal(alex.cookies.get('session'), session, 'it is no new session')
  const { body } = await alex.get('/confirm')
  t.match(body, `<form method="post" action="${path}"`)
  t.equal(confirmationIn(body), id)
  t.equal((await press()).statusCode, 200)
  t.equal((await press()).statusCode, 409)
  t.equal(await made(), 1)

  await t.test('for the request with which they went there alone', async t => {
    await alex.post(path, form)
    const returned = await alex.consent({ email: 'alex@example.com' }, '/auth?intent=confirm')
    // Of a thief who has the session too.
    await alex.post('/you/tokens', { name: 'Thief', scope: 'write' })
    await alex.get(returned)
    const { id: confirmation } = await db
      .selectFrom('confirmations')
      .select('id')
      .executeTakeFirstOrThrow()
    t.equal((await alex.post('/you/tokens', { confirmation })).statusCode, 403)
    t.same(await readAccessTokens(db, alexAddress), [])
  })

  await t.test('at the API a program may, and a browser is sent to the page', async t => {
    const program = new Program(web, await tokenFor(alex))
    const cookie = `session=${alex.cookies.get('session')}`
    for (const [method, url, payload] of [
      ['PATCH', '/api/settings', '{"settings":{"publish":true}}'],
      ['POST', '/api/site/take-down', '{}'],
      ['POST', '/api/site/new-address', '{}'],
      ['PUT', '/api/site/password', '{"password":"moonlight over the sea"}'],
    ] as const) {
      const headers = { 'content-type': 'application/json' }
      const request = { method, url, payload }
      const refused = await service.inject({ ...request, headers: { ...headers, cookie } })
      t.equal(refused.statusCode, 403, url)
      t.match(refused.json(), { detail: 'This needs your password or passkey.' }, url)
      t.equal((await program.send({ ...request, headers })).statusCode, 200, url)
    }
    const others = '{"settings":{"lookAheadDays":20}}'
    const changed = await alex.json('/api/settings', others, 'application/json', 'PATCH')
    t.equal(changed.statusCode, 200, 'other settings need no confirmation')
  })

  await t.test('within five minutes, in the same browser', async t => {
    await alex.post(path, form)
    await alex.signIn('alex@example.com', '/auth?intent=confirm')
    clock.advance({ minutes: 5 })
    t.equal((await alex.get('/confirm')).headers.location, '/')
    await alex.post(path, form)
    const late = await alex.consent({ email: 'alex@example.com' }, '/auth?intent=confirm')
    await alex.post('/sign-out')
    t.equal((await alex.get(late)).statusCode, 401, 'without a session')
    t.equal(await made(), 1)
  })
})

t.test('a provider has to ask again, and to say when it did', async t => {
  const asked: { auth_time?: number | undefined } = {}
  const provider = await startOpenidProvider({
    redirectUris: [`${publicUrl}/oauth/callback`],
    spoil: said => ({ ...said, ...asked }),
  })
  t.teardown(() => provider.stop())
  const nowhere = { url: 'http://127.0.0.1:9/', username: 'parents', password: 'nothing' }
  const { service, db } = await webWithOwnServers(t, [nowhere, provider])
  const alex = visitor(service, passOpenidPages)
  await alex.signIn('alex@example.com')
  t.match((await alex.send(path, form)).body, 'href="/auth?intent=confirm"')
  const confirm = async () => alex.signIn('alex@example.com', '/auth?intent=confirm')
  const there = new URL((await alex.send('/auth?intent=confirm')).headers.location ?? '')
  t.same([there.searchParams.get('prompt'), there.searchParams.get('max_age')], ['login', '0'])
  const { id } = await db.selectFrom('confirmations').select('id').executeTakeFirstOrThrow()
  for (const old of [Math.floor(Date.now() / 1000) - 301, undefined]) {
    asked.auth_time = old
    const { statusCode, body } = await confirm()
    t.equal(statusCode, 403)
    t.match(body, 'didn’t ask you to sign in again')
    t.equal((await alex.send(path, { confirmation: id })).statusCode, 403)
  }
  delete asked.auth_time
  t.equal((await confirm()).headers.location, '/confirm')
  t.equal((await alex.send(path, { confirmation: id })).statusCode, 303)
})
