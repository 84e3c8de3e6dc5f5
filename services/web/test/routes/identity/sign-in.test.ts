import { randomUUID } from 'node:crypto'
import { hashPassword } from '@night-routine/accounts'
import {
  createIdentity,
  letIn,
  readAccounts,
  readIdentities,
  transaction,
} from '@night-routine/database'
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

t.test('the next person at the same browser is not asked to sign out', async t => {
  const { service, db } = await webWithAccounts(t)
  const browser = browserOf(service)
  await firstPerson(browser)
  const email = 'robin@example.com'
  const passwordHash = await hashPassword(goodPassword)
  await transaction(db, async trx => {
    const now = Temporal.Now.instant()
    await createIdentity(trx, { id: randomUUID(), email, passwordHash }, now)
    await letIn(trx, email, now)
  })
  const { at } = await browser.enter('/auth', { email, password: goodPassword })
  t.equal(at, '/calendars')
  t.match((await browser.send('/you')).body, email)
  t.same(
    [...browser.cookies.values()].filter(({ name }) => name.startsWith('_session')),
    [],
    'the provider keeps no session in a browser',
  )
})

t.test('what fails at the provider is said and logged as anywhere else', async t => {
  const { service, db } = await webWithAccounts(t)
  const browser = browserOf(service)
  await db.schema.alterTable('identity_states').renameTo('away').execute()
  const { answer } = await browser.follow('/auth')
  t.equal(answer.statusCode, 500)
  t.match(answer.body, 'Something went wrong on our side.')
})

t.test('a request that our client did not make gets a page', async t => {
  const { service } = await webWithAccounts(t)
  const browser = browserOf(service)
  const { headers } = await browser.send('/auth')
  const address = new URL(String(headers.location))
  for (const [name, value] of [
    ['redirect_uri', 'https://thief.example.com/oauth/callback'],
    ['redirect_uri', 'http://localhost:8080/oauth/callback/'],
    ['client_id', 'another'],
  ] as const) {
    const forged = new URL(address)
    forged.searchParams.set(name, value)
    const answer = await browser.send(forged.pathname + forged.search)
    t.equal(answer.statusCode, 400, value)
    t.match(answer.body, 'This isn’t a sign-in that started here. Start again.', value)
    t.equal(answer.headers.location, undefined, value)
  }
})
