import { randomUUID } from 'node:crypto'
import { hashPassword, recoveryCodeHash } from '@night-routine/accounts'
import {
  createIdentity,
  findAccount,
  letIn,
  readHistory,
  readIdentities,
  readSessionsOf,
  saveSecondFactor,
  transaction,
} from '@night-routine/database'
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

const alex = { email: 'alex@example.com', password: goodPassword }
const robin = { email: 'robin@example.com', password: 'two herons over the weir' }

/** Alex at two browsers, and Robin at one. */
async function open(t: Test) {
  const web = await webWithAccounts(t)
  const { service, db, now } = web
  const [desk, phone, robins] = [browserOf(service), browserOf(service), browserOf(service)]
  await firstPerson(desk)
  await phone.enter('/auth', alex)
  const passwordHash = await hashPassword(robin.password)
  const id = randomUUID()
  await transaction(db, async trx => {
    await createIdentity(trx, { id, email: robin.email, passwordHash }, now())
    await letIn(trx, robin.email, now())
  })
  await robins.enter('/auth', robin)
  return {
    ...web,
    desk,
    phone,
    robins,
    sessions: async (email: string) => (await readSessionsOf(db, { email, now: now() })).length,
    /** What the provider still knows of signed-in people. */
    states: async () => {
      const rows = await db
        .selectFrom('identity_states as state')
        .innerJoin('identities', eb =>
          eb.on(on => on(on.cast('identities.id', 'text'), '=', on.ref('state.identity_id'))),
        )
        .select('identities.email')
        .execute()
      return new Set(rows.map(({ email }) => email))
    },
  }
}

const isIn = async (browser: Browser) => (await browser.send('/you')).statusCode === 200

/** A browser without a session is at the page that asks who it is, without passing by the provider unasked. */
async function mustSignIn(t: Test, browser: Browser) {
  t.equal(await isIn(browser), false)
  t.match((await browser.send('/')).body, /href="\/auth">Sign in</)
  const { answer, at } = await browser.follow('/auth')
  t.match(at, /^\/identity\/sign-in\//)
  t.match(answer.body, 'autocomplete="current-password"')
}

t.test('signing out ends the session of this browser, and the provider’s', async t => {
  const { desk, phone, robins, states } = await open(t)
  t.same(await states(), new Set([alex.email, robin.email]), 'the test sees what the provider has')
  await desk.send('/sign-out', {})
  t.same(await states(), new Set([robin.email]))
  await mustSignIn(t, desk)
  t.same([await isIn(phone), await isIn(robins)], [true, true])
})

t.test('signing out everywhere ends all of one person', async t => {
  const { desk, phone, robins, states, sessions } = await open(t)
  const { body } = await desk.send('/you')
  t.equal(body.split('action="/sessions/all"').length, 2, 'offered once')
  t.match(body.slice(body.indexOf('id="signing-in"')), 'action="/sessions/all"')
  t.equal((await desk.send('/sessions/all', {})).headers.location, '/')
  t.same(await states(), new Set([robin.email]))
  await mustSignIn(t, desk)
  await mustSignIn(t, phone)
  t.equal(await sessions(alex.email), 0)
  t.ok(await isIn(robins))
})

t.test('signing out the other devices ends theirs at the provider too', async t => {
  const { desk, phone, robins, states } = await open(t)
  await desk.send('/sessions/others', {})
  t.same(await states(), new Set([robin.email]))
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('ending the session of one device does so too', async t => {
  const { desk, phone, robins, states } = await open(t)
  const ended = async (id: string) => desk.send('/sessions/end', { session_id: id })
  const { body } = await robins.send('/you')
  t.notMatch(body, 'name="session_id"', 'Robin has no other one')
  await ended('999999')
  t.same(await states(), new Set([alex.email, robin.email]), 'nothing ends with no session')
  const [, id = ''] = /name="session_id" value="(\d+)"/.exec((await desk.send('/you')).body) ?? []
  await ended(id)
  t.same(await states(), new Set([robin.email]))
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('a changed password ends all but this browser’s', async t => {
  const { desk, phone, robins, states } = await open(t)
  const chosen = { password: alex.password, new_password: 'nine otters under the bridge' }
  await desk.send('/you/password', chosen)
  t.same(await states(), new Set([robin.email]))
  await mustSignIn(t, phone)
  t.same([await isIn(desk), await isIn(robins)], [true, true])
})

t.test('a removed person loses session, provider and account, once', async t => {
  const { db, desk, robins, service, sessions } = await open(t)
  const [, of] = await readIdentities(db)
  const remove = () => desk.send('/people/remove', { email: 'Robin@Example.com' })
  t.equal((await remove()).statusCode, 302)
  await mustSignIn(t, robins)
  t.equal(await sessions(robin.email), 0)
  t.match(await readIdentities(db), [{ email: alex.email }])
  t.equal((await readIdentities(db)).length, 1)
  t.equal(await findAccount(db, robin.email), undefined)
  const left = await db
    .selectFrom('identity_states')
    .select('id')
    .where('identity_id', '=', of?.id ?? '')
    .execute()
  t.same(left, [])
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

t.test('a sign-in that was paused after the old password does not outlive it', async t => {
  const { db, desk, service, sessions } = await open(t)
  const thief = browserOf(service)
  const { answer: page } = await thief.follow('/auth')
  const { headers } = await thief.send(actionIn(page.body), alex)
  const next = String(headers.location)
  t.match(next, '/identity/auth/', 'the password was right')
  const before = await sessions(alex.email)
  await desk.send('/you/password', {
    password: alex.password,
    new_password: 'nine otters under the bridge',
  })
  await thief.follow(next)
  t.equal(await isIn(thief), false)
  t.equal(await sessions(alex.email), before - 1, 'only the phone’s has ended, and none was added')
  t.match(await readIdentities(db), [{ email: alex.email, version: 2 }])
})

t.test('nor does one that was paused before its code', async t => {
  const { db, desk, service } = await open(t)
  const [{ id } = { id: '' }] = await readIdentities(db)
  // A secret that no code of the test fits; its recovery code is `aaaa-aaaa`.
  await transaction(db, trx =>
    saveSecondFactor(trx, keys, {
      id,
      secret: 'GEZDGNBVGY3TQOJQ',
      codeHashes: [recoveryCodeHash('aaaa-aaaa') ?? ''],
    }),
  )
  const thief = browserOf(service)
  const { answer } = await thief.enter('/auth', alex)
  const [, step = ''] = /name="step" value="([^"]+)"/.exec(answer.body) ?? []
  await desk.send('/you/password', {
    password: alex.password,
    new_password: 'nine otters under the bridge',
  })
  const { answer: late } = await thief.follow(actionIn(answer.body), { step, code: 'aaaa-aaaa' })
  t.match(late.body, 'autocomplete="current-password"', 'which asks for the new password')
  t.equal(await isIn(thief), false)
})
