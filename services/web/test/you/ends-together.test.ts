import { randomUUID } from 'node:crypto'
import { hashPassword, recoveryCodeHash } from '@night-routine/credentials'
import { transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  readCredentials,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import { findMember, letIn, readSessionsOf } from '@night-routine/database/people'
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
import { changePassword } from '../sign-in/ways-in.ts'

const alex = { email: 'alex@example.com', password: goodPassword }
const robin = { email: 'robin@example.com', password: 'two herons over the weir' }

/** Alex at two browsers, and Robin at one. */
async function open(t: Test) {
  const web = await webWithCredentials(t)
  const { service, db, now } = web
  const [desk, phone, robins] = [browserOf(service), browserOf(service), browserOf(service)]
  await firstPerson(desk)
  await phone.enter('/auth', alex)
  const passwordHash = await hashPassword(robin.password)
  const id = randomUUID()
  await transaction(db, async trx => {
    await createCredentials(trx, { id, email: robin.email, passwordHash }, now())
    await letIn(trx, robin.email, now())
  })
  await robins.enter('/auth', robin)
  return {
    ...web,
    desk,
    phone,
    robins,
    sessions: async (email: string) => (await readSessionsOf(db, { email, now: now() })).length,
  }
}

const isIn = async (browser: Browser) => (await browser.send('/you')).statusCode === 200

/** A browser without a session is at the page that asks who it is. */
async function mustSignIn(t: Test, browser: Browser) {
  t.equal(await isIn(browser), false)
  t.match((await browser.send('/')).body, /href="\/auth">Sign in</)
  const { answer, at } = await browser.follow('/auth')
  t.equal(at, '/identity/sign-in')
  t.match(answer.body, 'autocomplete="current-password"')
}

t.test('signing out ends the session of this browser alone', async t => {
  const { desk, phone, robins } = await open(t)
  await desk.send('/sign-out', {})
  await mustSignIn(t, desk)
  t.same([await isIn(phone), await isIn(robins)], [true, true])
})

t.test('signing out everywhere ends all of one person', async t => {
  const { desk, phone, robins, sessions } = await open(t)
  const { body } = await desk.send('/you')
  t.equal(body.split('action="/sessions/all"').length, 2, 'offered once')
  t.match(body.slice(body.indexOf('id="signing-in"')), 'action="/sessions/all"')
  t.equal((await desk.act('/sessions/all', {})).headers.location, '/')
  await mustSignIn(t, desk)
  await mustSignIn(t, phone)
  t.equal(await sessions(alex.email), 0)
  t.ok(await isIn(robins))
})

t.test('signing out the other devices ends theirs', async t => {
  const { desk, phone, robins } = await open(t)
  await desk.act('/sessions/others', {})
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('ending the session of one device does so too', async t => {
  const { desk, phone, robins } = await open(t)
  const ended = async (id: string) => desk.act('/sessions/end', { session_id: id })
  const { body } = await robins.send('/you')
  t.notMatch(body, 'name="session_id"', 'Robin has no other one')
  await ended('999999')
  const [, id = ''] = /name="session_id" value="(\d+)"/.exec((await desk.send('/you')).body) ?? []
  await ended(id)
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('a changed password ends all but this browser’s', async t => {
  const { desk, phone, robins } = await open(t)
  await changePassword(desk, 'nine otters under the bridge')
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('a removed person loses session and account, once', async t => {
  const { db, desk, robins, service, sessions } = await open(t)
  const remove = () => desk.act('/people/remove', { email: 'Robin@Example.com' })
  t.equal((await remove()).statusCode, 302)
  await mustSignIn(t, robins)
  t.equal(await sessions(robin.email), 0)
  t.match(await readCredentials(db), [{ email: alex.email }])
  t.equal((await readCredentials(db)).length, 1)
  t.equal(await findMember(db, robin.email), undefined)
  const { answer } = await browserOf(service).enter('/auth', robin)
  t.equal(answer.statusCode, 401)
  t.match(answer.body, 'That isn’t the address and password of an account here.')

  await remove()
  const removals = (await readHistory(db, { limit: 50 })).filter(
    ({ action }) => action === 'account-removed',
  )
  t.match(removals, [{ actor: alex.email, after: { account: robin.email } }])
  t.equal(removals.length, 1, 'a second press changes nothing')
})

t.test('a sign-in that was paused before its code does not outlive the old password', async t => {
  const { db, desk, service } = await open(t)
  const [{ id } = { id: '' }] = await readCredentials(db)
  // A secret that no code of the test fits.
  const codes = ['aaaa-aaaa', 'bbbb-bbbb'] as const
  await transaction(db, trx =>
    saveSecondFactor(trx, keys, {
      id,
      secret: 'GEZDGNBVGY3TQOJQ',
      codeHashes: codes.map(code => recoveryCodeHash(code) ?? ''),
    }),
  )
  const thief = browserOf(service)
  const { answer } = await thief.enter('/auth', alex)
  const factors = { password: alex.password, code: codes[0] }
  await changePassword(desk, 'nine otters under the bridge', factors)
  const { answer: late } = await thief.follow(actionIn(answer.body), { code: codes[1] })
  t.match(late.body, 'autocomplete="current-password"', 'which asks for the new password')
  t.equal(await isIn(thief), false)
})
