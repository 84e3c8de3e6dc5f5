import { randomUUID } from 'node:crypto'
import { hashPassword } from '@night-routine/credentials'
import { transaction } from '@night-routine/database/connection'
import { createCredentials, readCredentials } from '@night-routine/database/credentials'
import { letIn, readMembers } from '@night-routine/database/people'
import t from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  keys,
  setUpCode,
  webWithCredentials,
  type Browser,
} from '../web-with-credentials.ts'

t.test('the first person comes in with the set-up code, and back with the password', async t => {
  const { service, db } = await webWithCredentials(t)
  const alex = browserOf(service)
  t.match((await alex.send('/')).body, /href="\/auth">Sign in</)
  const { answer } = await alex.follow('/auth')
  t.equal(answer.statusCode, 200)
  t.match(answer.body, 'Make the first account')

  const { answer: wrong } = await alex.follow(actionIn(answer.body), {
    set_up_code: 'AAAA-AAAA-AAAA',
    email: 'alex@example.com',
    password: goodPassword,
  })
  t.equal(wrong.statusCode, 403)
  t.match(wrong.body, 'That isn’t the set-up code.')
  t.same(await readCredentials(db), [])

  const { at } = await firstPerson(alex)
  t.equal(at, '/calendars')
  t.match(await readMembers(db), [{ email: 'alex@example.com', invited: true }])

  await alex.send('/sign-out', {})
  const { answer: page } = await alex.follow('/auth')
  t.notMatch(page.body, 'set-up code')
  const { answer: no } = await alex.follow(actionIn(page.body), {
    email: 'alex@example.com',
    password: `${goodPassword}!`,
  })
  t.equal(no.statusCode, 401)
  t.match(no.body, 'That isn’t the address and password of an account here.')
  const { at: there } = await alex.enter('/auth', {
    email: 'Alex@Example.com',
    password: goodPassword,
  })
  t.equal(there, '/calendars')
})

t.test('who is too late, has an account, or a weak password, is told what to do', async t => {
  const { service } = await webWithCredentials(t)
  const alex = browserOf(service)
  const late = browserOf(service)
  const { answer: opened } = await late.follow('/auth')
  await firstPerson(alex)
  const first = { set_up_code: setUpCode(keys), password: goodPassword }
  const second = await late.send(actionIn(opened.body), { ...first, email: 'robin@example.com' })
  t.equal(second.statusCode, 409)
  t.match(second.body, 'Someone has made the first account already. Ask them for an invitation.')

  const { body } = await alex.act('/people/invitations', { parent: 'b' })
  const [path = ''] = /\/invitations\/[\w-]{43}/.exec(body) ?? []
  const robin = browserOf(service)
  const { answer: invited } = await robin.follow(`${path}/sign-in`)
  const { answer: other } = await late.follow(`${path}/sign-in`)
  const refused = async (
    browser: Browser,
    page: string,
    form: Record<string, string>,
    [status, sentence]: readonly [number, string],
  ) => {
    const answer = await browser.send(actionIn(page), { password: goodPassword, ...form })
    t.equal(answer.statusCode, status, sentence)
    t.match(answer.body, sentence)
  }
  await refused(robin, invited.body, { email: 'alex@example.com' }, [
    409,
    'Someone has this address here already. If it’s you, sign in.',
  ])
  await refused(
    robin,
    invited.body,
    { email: 'robin@example.com', password: 'robin@example.com' },
    [400, 'This password is too close to your address or to “Night Routine”. Choose another one.'],
  )
  const robinAddress = { email: 'robin@example.com', password: goodPassword }
  t.equal((await robin.follow(actionIn(invited.body), robinAddress)).at, '/calendars')
  await refused(late, other.body, { email: 'kim@example.com' }, [
    409,
    'This invitation can’t be accepted any more. Ask for a new one.',
  ])
})

t.test('the next person at the same browser is not asked to sign out', async t => {
  const { service, db } = await webWithCredentials(t)
  const browser = browserOf(service)
  await firstPerson(browser)
  const email = 'robin@example.com'
  const passwordHash = await hashPassword(goodPassword)
  await transaction(db, async trx => {
    const now = Temporal.Now.instant()
    await createCredentials(trx, { id: randomUUID(), email, passwordHash }, now)
    await letIn(trx, email, now)
  })
  const { at } = await browser.enter('/auth', { email, password: goodPassword })
  t.equal(at, '/calendars')
  t.match((await browser.send('/you')).body, email)
})
