import { checkSignIn } from '@night-routine/credentials'
import { transaction, type Database } from '@night-routine/database/connection'
import { createCredentials } from '@night-routine/database/credentials'
import { letIn } from '@night-routine/database/people'
import type { FastifyInstance } from 'fastify'
import t from 'tap'
import type { WebContext } from '../../src/plugins/context.ts'
import { signInHost } from '../../src/plugins/sign-in-host.ts'
import forgot from '../../src/sign-in/forgot-route.ts'
import { actionIn, browserOf, goodPassword } from '../web-with-credentials.ts'
import { routeService } from '../route-service.ts'
import { webContext } from '../web-context.ts'
import { makeLink, newPassword, robinAddress, signIn, twoPeople } from './two-people.ts'

const wrong = 'That isn’t the address and password of an account here.'

const withoutBigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? null : value)

/** The statements that a database gets: which tables and columns they name, not the values. */
function watched(db: Database) {
  const statements: string[] = []
  const watching = db.withPlugin({
    transformQuery: ({ node }) => {
      const names = JSON.stringify(node, withoutBigints).matchAll(
        /"kind":"IdentifierNode","name":"([^"]+)"/g,
      )
      statements.push([node.kind, ...[...names].map(([, name]) => name)].join(' '))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  /** Those since the last call. */
  return { watching, statements: () => statements.splice(0) }
}

/** Robin has a password, and Kim only passkeys. */
async function twoAccounts(t: Parameters<typeof webContext>[0]) {
  const context = await webContext(t)
  const now = context.clock.now()
  await transaction(context.db, async trx => {
    for (const [email, id, more] of [
      [robinAddress, '00000000-0000-4000-8000-00000000000b', { passwordHash: await hashed }],
      ['kim@example.com', '00000000-0000-4000-8000-00000000000c', {}],
    ] as const) {
      await letIn(trx, email, now)
      await createCredentials(trx, { id, email, ...more }, now)
    }
  })
  return context
}

const hashed = import('@night-routine/credentials').then(({ hashPassword }) =>
  hashPassword(goodPassword),
)

const addresses = [robinAddress, 'kim@example.com', 'nobody@example.com']

t.test('enumeration at the sign-in: the same statements for every address', async t => {
  const context = await twoAccounts(t)
  const { watching, statements } = watched(context.db)
  const host = signInHost({ ...context, db: watching })
  const each = []
  for (const email of addresses) {
    const answer = await checkSignIn(host, { email, password: 'a wrong one', from: '192.0.2.1' })
    t.equal(answer.outcome, 'wrong', email)
    each.push(statements())
  }
  const [known] = each
  t.ok(known !== undefined && known.length > 2, 'something was asked')
  t.same(each, [known, known, known])
})

t.test('enumeration where a password was forgotten: the same answer and statements', async t => {
  const context = await twoAccounts(t)
  const { watching, statements } = watched(context.db)
  const service = await routeService(t, null)
  const woken: unknown[] = []
  await service.register(forgot, {
    ...context,
    db: watching,
    signInHost: signInHost({ ...context, db: watching }),
    config: { SMTP_URL: 'smtp+plain://127.0.0.1:9' },
    ownsCredentials: true,
    wake: async (kinds: unknown) => void woken.push(kinds),
    // The route reads nothing else of it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  } as unknown as WebContext)
  const each = []
  for (const email of addresses) {
    const { statusCode, body } = await service.inject({
      method: 'POST',
      url: '/identity/forgot',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email }).toString(),
    })
    each.push({ statusCode, body, asked: statements() })
  }
  const [known] = each
  t.equal(known?.statusCode, 200)
  t.ok((known?.asked.length ?? 0) > 4, 'something was asked')
  t.same(each, [known, known, known])
  t.equal(woken.length, 3, 'the worker too')
})

t.test('enumeration at the sign-in: the same page for every address', async t => {
  const { service } = await twoPeople(t)
  const pages = []
  for (const email of [robinAddress, 'nobody@example.com']) {
    const thief = browserOf(service, { from: '192.0.2.66' })
    const { answer } = await signIn(thief, { email, password: 'not the right one' })
    t.equal(answer.statusCode, 401)
    t.match(answer.body, wrong)
    pages.push(answer.body.replaceAll(/data-options="[^"]*"/g, '…').replaceAll(email, '…'))
  }
  t.equal(pages[0], pages[1])
})

t.test('guessing is slowed down, and the person still gets in from home', async t => {
  const { service, robin } = await twoPeople(t)
  await robin.send('/sign-out', {})
  const thief = browserOf(service, { from: '192.0.2.66' })
  const guess = async (browser: typeof thief, password: string, email = robinAddress) => {
    const { answer, at } = await signIn(browser, { email, password })
    return at === '/calendars' ? 'in' : answer.statusCode
  }
  for (const index of [1, 2, 3, 4, 5]) t.equal(await guess(thief, `guess number ${index}`), 401)
  t.equal(await guess(thief, 'guess number 6'), 429)
  t.equal(await guess(thief, goodPassword), 429, 'also the right one')
  t.equal(await guess(thief, goodPassword, 'nobody@example.com'), 401, 'each account alone')
  t.equal(await guess(robin, goodPassword), 'in', 'from their own network')
  t.equal(
    await guess(browserOf(service, { from: '192.0.2.67' }), goodPassword),
    'in',
    'from others',
  )
})

t.test('clocks that are off by minutes: sign-ins and links work across the copies', async t => {
  const { build, alex, service } = await twoPeople(t)
  const [late, early] = [await build({}, { minutes: -4 }), await build({}, { minutes: 4 })]
  for (const copies of [
    [late, early, service],
    [early, late, service],
    [service, early, late],
  ] as const) {
    const current: { copy: FastifyInstance } = { copy: copies[0] }
    const inject: FastifyInstance['inject'] = (...given: Parameters<FastifyInstance['inject']>) =>
      current.copy.inject(...given)
    const phone = browserOf({ inject })
    const { answer } = await phone.follow('/auth')
    current.copy = copies[1]
    const [page, given] = [actionIn(answer.body), { email: robinAddress, password: goodPassword }]
    t.equal((await phone.send(page)).statusCode, 200)
    current.copy = copies[2]
    t.equal((await phone.follow(page, given)).at, '/calendars')
    current.copy = copies[0]
    t.equal((await phone.send('/you')).statusCode, 200, 'the session holds everywhere')
  }
  for (const copy of [late, early]) {
    const path = await makeLink(alex)
    t.equal((await browserOf(copy).send(path)).statusCode, 200)
    t.equal((await browserOf(copy).send(path, { password: newPassword })).statusCode, 302)
  }
})

t.test('a session fixed before the sign-in is not the one after it', async t => {
  const { service } = await twoPeople(t)
  const planted = 'A'.repeat(43)
  const victim = browserOf(service, { from: '198.51.100.9' })
  victim.cookies.set('session /', { name: 'session', value: planted, path: '/' })
  const { answer } = await victim.follow('/auth')
  const before = new Map(victim.cookies)
  const thief = browserOf(service, { from: '192.0.2.66' })
  for (const [key, cookie] of before) thief.cookies.set(key, cookie)
  const given = { email: robinAddress, password: goodPassword }
  t.equal((await victim.follow(actionIn(answer.body), given)).at, '/calendars')
  t.not(victim.cookies.get('session /')?.value, planted)
  t.equal((await victim.send('/you')).statusCode, 200)
  t.equal((await thief.send('/you')).statusCode, 401, 'what was planted opens nothing')
  // A second cookie of this name, which another host of the domain can plant, makes both count as none.
  const both = victim.cookies.get('session /')?.value ?? ''
  const twice = await service.inject({
    url: '/you',
    headers: { cookie: `session=${planted}; session=${both}` },
  })
  t.equal(twice.statusCode, 401)
})
