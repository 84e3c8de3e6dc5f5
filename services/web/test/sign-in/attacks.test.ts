import { checkSignIn, passwordError } from '@night-routine/credentials'
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
import { cheapHash, robinAddress, signIn, twoPeople } from './two-people.ts'

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

t.test('enumeration: the same answer and statements for every address', async t => {
  // Robin has a password, and Kim only passkeys.
  const context = await webContext(t)
  const now = context.clock.now()
  const passwordHash = await cheapHash
  await transaction(context.db, async trx => {
    for (const [email, id, more] of [
      [robinAddress, '00000000-0000-4000-8000-00000000000b', { passwordHash }],
      ['kim@example.com', '00000000-0000-4000-8000-00000000000c', {}],
    ] as const) {
      await letIn(trx, email, now)
      await createCredentials(trx, { id, email, ...more }, now)
    }
  })
  const { watching, statements } = watched(context.db)
  const host = signInHost({ ...context, db: watching })
  const addresses = [robinAddress, 'kim@example.com', 'nobody@example.com']

  await t.test('at the sign-in', async t => {
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

  await t.test('where a password was forgotten', async t => {
    const service = await routeService(t, null)
    const woken: unknown[] = []
    await service.register(forgot, {
      ...context,
      db: watching,
      signInHost: host,
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
})

t.test('sign-ins of web’s own', async t => {
  const { service, build } = await twoPeople(t)

  await t.test('have the same page for every address', async t => {
    const pages = []
    for (const email of [robinAddress, 'nobody@example.com']) {
      const { answer } = await signIn(browserOf(service, { from: '192.0.2.66' }), {
        email,
        password: 'not the right one',
      })
      t.equal(answer.statusCode, 401)
      t.match(answer.body, 'That isn’t the address and password of an account here.')
      pages.push(answer.body.replaceAll(/data-options="[^"]*"/g, '…').replaceAll(email, '…'))
    }
    t.equal(pages[0], pages[1])
  })

  await t.test('work across copies whose clocks are off by minutes', async t => {
    const [late, early] = [await build({}, { minutes: -4 }), await build({}, { minutes: 4 })]
    for (const copies of [
      [late, early, service],
      [early, late, service],
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
  })

  await t.test('start a new session, whatever was planted', async t => {
    const planted = 'A'.repeat(43)
    const victim = browserOf(service, { from: '198.51.100.9' })
    victim.cookies.set('session /', { name: 'session', value: planted, path: '/' })
    const { answer } = await victim.follow('/auth')
    const thief = browserOf(service, { from: '192.0.2.66' })
    for (const [key, cookie] of victim.cookies) thief.cookies.set(key, cookie)
    const given = { email: robinAddress, password: goodPassword }
    t.equal((await victim.follow(actionIn(answer.body), given)).at, '/calendars')
    const session = victim.cookies.get('session /')?.value
    t.not(session, planted)
    t.equal((await thief.send('/you')).statusCode, 401, 'what was planted opens nothing')
    // A second cookie of this name, which another host of the domain can plant, makes both count as none.
    const cookie = `session=${planted}; session=${session}`
    t.equal((await service.inject({ url: '/you', headers: { cookie } })).statusCode, 401)
  })
})

t.test('to judge a password holds up no other request', async t => {
  let turns = 0
  const turning = setInterval(() => (turns += 1), 5)
  await passwordError('aB3$'.repeat(16), { email: robinAddress })
  clearInterval(turning)
  t.ok(turns > 5, `the event loop turned ${turns} times`)
})
