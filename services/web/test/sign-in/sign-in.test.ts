import { readCredentials } from '@night-routine/database/credentials'
import { readMembers } from '@night-routine/database/people'
import t from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword as password,
  keys,
  setUpCode,
  webWithCredentials,
} from '../web-with-credentials.ts'

const wrong = 'That isn’t the address and password of an account here.'

t.test('people come in with the set-up code, a password, or an invitation', async t => {
  const { service, db } = await webWithCredentials(t)
  const [alex, late, robin] = [browserOf(service), browserOf(service), browserOf(service)]
  t.match((await alex.send('/')).body, /href="\/auth">Sign in</)
  const { answer } = await alex.follow('/auth')
  t.match(answer.body, 'Make the first account')
  const email = 'alex@example.com'
  const first = actionIn(answer.body)
  const refused = await alex.send(first, { set_up_code: 'AAAA-AAAA-AAAA', email, password: 'weak' })
  t.equal(refused.statusCode, 403, 'a password is judged after the code')
  t.match(refused.body, 'That isn’t the set-up code.')
  t.same(await readCredentials(db), [])
  const { answer: opened } = await late.follow('/auth')
  t.equal((await firstPerson(alex)).at, '/calendars')
  t.match(await readMembers(db), [{ email, invited: true }])
  const form = { set_up_code: setUpCode(keys), password, email: 'robin@example.com' }
  const second = await late.send(actionIn(opened.body), form)
  t.equal(second.statusCode, 409)
  t.match(second.body, 'Someone has made the first account already. Ask them for an invitation.')

  await alex.send('/sign-out', {})
  const { answer: page } = await alex.follow('/auth')
  t.notMatch(page.body, 'set-up code')
  const { answer: no } = await alex.follow(actionIn(page.body), { email, password: `${password}!` })
  t.equal(no.statusCode, 401)
  t.match(no.body, wrong)
  t.equal((await alex.enter('/auth', { email: 'Alex@Example.com', password })).at, '/calendars')

  const { body } = await alex.act('/people/invitations', { parent: 'b' })
  const [path = ''] = /\/invitations\/[\w-]{43}/.exec(body) ?? []
  const { answer: invited } = await robin.follow(`${path}/sign-in`)
  const { answer: other } = await late.follow(`${path}/sign-in`)
  const join = (fields: Record<string, string>, by = robin, at = invited) =>
    by.follow(actionIn(at.body), { email: 'robin@example.com', password, ...fields })
  const taken = 'Someone has this address here already. If it’s you, sign in.'
  t.match((await join({ email })).answer, { statusCode: 409, body: taken })
  const weak = (await join({ password: 'robin@example.com' })).answer
  t.equal(weak.statusCode, 400)
  t.match(weak.body, 'This password is too close to your address or to “Night Routine”.')
  t.equal((await join({})).at, '/calendars')
  const spent = (await join({ email: 'kim@example.com' }, late, other)).answer
  t.equal(spent.statusCode, 409)
  t.match(spent.body, 'This invitation can’t be accepted any more. Ask for a new one.')
  // The next person at the same browser is not asked to sign out.
  t.equal((await robin.enter('/auth', { email, password })).at, '/calendars')
  t.match((await robin.send('/you')).body, email)
})
