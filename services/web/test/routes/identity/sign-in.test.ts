import { readAccounts, readIdentities } from '@night-routine/database'
import t from 'tap'
import {
  actionIn,
  browserOf,
  firstPerson,
  goodPassword,
  webWithAccounts,
} from '../../own-accounts.ts'

t.test('the first person comes in with the set-up code, and back with the password', async t => {
  const { service, db } = await webWithAccounts(t)
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
  t.same(await readIdentities(db), [])

  const { at } = await firstPerson(alex)
  t.equal(at, '/calendars')
  t.match(await readAccounts(db), [{ email: 'alex@example.com', invited: true }])

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
