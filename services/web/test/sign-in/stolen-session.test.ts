import { hash } from 'node:crypto'
import { transaction } from '@night-routine/database/connection'
import { findCredentials, saveSecondFactor } from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import { readMemberNotices, readMembers, readShareLinks } from '@night-routine/database/people'
import t from 'tap'
import { opensSettings } from '../../src/plugins/set-up-code.ts'
import { browserOf, goodPassword, keys, setUpCode } from '../web-with-credentials.ts'
import { alexAddress, robinAddress, signIn, twoPeople } from './two-people.ts'
import { changePassword } from './ways-in.ts'

const kim = 'kim@example.com'

t.test('one press ends all that a stolen session made, and the history names it', async t => {
  const { alex, db, service } = await twoPeople(t)
  const { body } = await alex.act('/you/tokens', { name: 'Thief', scope: 'write' })
  const [token = ''] = /nr_[\w-]{43}/.exec(body) ?? []
  await alex.act('/feed')
  await alex.act('/people/invitations', { parent: 'b' })
  const form = (await alex.send('/you/channels/webhook')).body
  const [, secret = ''] = /name="secret"[^>]*value="([^"]+)"/.exec(form) ?? []
  const hook = { url: 'https://evil.example/hook', secret: secret.replaceAll('&#x3D;', '=') }
  await alex.act('/you/channels/webhook', hook)
  const changed = await changePassword(alex, 'nine otters under the bridge')
  t.equal(changed.headers.location, '/you/secure', 'offered after a new password')
  const page = await alex.send('/you/secure')
  for (const line of ['Thief', 'Webhook', 'For Parent B']) t.match(page.body, line)
  t.equal((await alex.send('/you/secure', {})).statusCode, 403)
  await alex.act('/you/secure', {}, { password: 'nine otters under the bridge' })
  t.match((await alex.send('/you/secure')).body, 'Nothing else is open')
  const headers = { authorization: `Bearer ${token}` }
  t.equal((await service.inject({ url: '/api/you', headers })).statusCode, 401)
  t.same(await readShareLinks(db), [])
  const history = (await alex.send('/history')).body
  for (const said of [
    'You made an access token for a program: Thief',
    'You made a share link',
    'You made an invitation for ',
    'You set up a way to get messages: Webhook, evil.example',
    'You secured your account',
  ])
    t.match(history, said)
})

t.test('what a stolen session, or a stranger, gets at', async t => {
  const home = await twoPeople(t, { SMTP_URL: 'smtp+plain://127.0.0.1:9' })
  const { alex, robin, service, db, build, advance } = home
  const told = async () => (await readMemberNotices(db, alexAddress)).map(({ action }) => action)
  const thief = browserOf(service, { from: '192.0.2.66' })

  await t.test('what strangers ask for stores nothing, but attempts that are capped', async t => {
    const count = async () => {
      const counts: Record<string, number> = {}
      for (const { name } of await db.introspection.getTables()) {
        const query = db.selectFrom(name as 'accounts').select(db.fn.countAll().as('n'))
        counts[name] = Number((await query.executeTakeFirstOrThrow()).n)
      }
      return counts
    }
    const before = await count()
    for (const index of [1, 2, 3]) {
      const stranger = browserOf(service, { from: `198.18.0.${index}` })
      const email = `stranger-${index}@example.com`
      const account = { email, password: goodPassword }
      for (const [url, form] of [
        ['/auth', undefined],
        ['/identity/sign-in', undefined],
        ['/identity/sign-in', { email, password: 'x'.repeat(4000) }],
        ['/identity/sign-in/code', { code: '123456' }],
        ['/identity/sign-in/passkey', { passkey: '{}' }],
        ['/identity/first', { ...account, set_up_code: 'x' }],
        ['/identity/forgot', { email }],
        [`/invitations/${'x'.repeat(43)}/join`, account],
        ['/people/invitations', { parent: 'b' }],
        ['/confirm', undefined],
      ] as const)
        await stranger.send(url, form)
    }
    const { sign_in_attempts: made = 0, ...others } = await count()
    const { sign_in_attempts: had = 0, ...known } = before
    // The worker is asked to look for mail to send, in a row that is there once.
    delete others['job_requests']
    delete known['job_requests']
    t.same(others, known)
    const kinds = await db.selectFrom('sign_in_attempts').select('email_hash').execute()
    t.ok(made > had && kinds.every(({ email_hash: key }) => /^[a-z-]+ [0-9a-f]{4}$/.test(key)))
    t.equal(await opensSettings(db, { keys, now: home.now() }, setUpCode(keys)), false)
  })

  await t.test('a sign-in from a new network is shown until its person has seen it', async t => {
    await signIn(thief, { email: alexAddress })
    const { body } = await alex.send('/')
    t.match(body, 'You signed in from a new network, from 192.0.2.0/24.')
    const [, seen = ''] =
      /new network, from 192\.0\.2[^]*?action="\/you\/seen".*?name="notice_id" value="(\d+)"/.exec(
        body,
      ) ?? []
    await alex.send('/you/seen', { notice_id: seen })
    await signIn(browserOf(service, { from: '192.0.2.66' }), { email: alexAddress })
    t.notMatch((await alex.send('/')).body, 'from 192.0.2.0/24', 'not again')
  })

  const guess = async (from: string, password: string, email = alexAddress) => {
    const { answer, at } = await signIn(browserOf(service, { from }), { email, password })
    return at === '/calendars' ? 'in' : answer.statusCode
  }

  await t.test('guessing is slowed down, and the person is told, who still gets in', async t => {
    const guesses = []
    for (let index = 1; index <= 6; index += 1) guesses.push(await guess('192.0.2.9', 'a guess'))
    t.same(guesses, [401, 401, 401, 401, 401, 429])
    t.equal(await guess('192.0.2.9', goodPassword), 429, 'also the right one')
    t.equal(await guess('203.0.113.7', goodPassword), 'in', 'from their own network')
    t.equal(await guess('192.0.2.10', goodPassword), 'in', 'from others')
    for (let index = 1; index <= 5; index += 1) await guess(`198.18.1.${index}`, 'a guess')
    t.ok((await told()).includes('passwords-guessed'))
    t.match((await alex.send('/')).body, 'Someone entered 10 wrong passwords for your account')
  })

  await t.test('who came in by an invitation vouches for no one at first', async t => {
    const made = await robin.act('/people/invitations', { parent: 'a' })
    const [invitation = ''] = /\/invitations\/[\w-]{43}/.exec(made.body) ?? []
    const guest = browserOf(service)
    await guest.enter(`${invitation}/sign-in`, { email: kim, password: goodPassword })
    const early = await guest.act('/people/password-link', { email: alexAddress })
    t.equal(early.statusCode, 403)
    t.match(early.body, 'once you’ve been here for 7 days')
    advance({ hours: 8 * 24 })
    const { id = '' } = (await findCredentials(db, keys, { email: robinAddress })) ?? {}
    const factor = { id, secret: 'GEZDGNBVGY3TQOJQ', codeHashes: [] }
    await transaction(db, trx => saveSecondFactor(trx, keys, factor))
    const weak = await guest.act('/people/password-link', { email: robinAddress })
    t.equal(weak.statusCode, 403)
    t.match(weak.body, 'Turn on a second factor for yourself first')
    t.equal((await guest.act('/people/password-link', { email: alexAddress })).statusCode, 200)
  })

  await t.test(
    'on https a cookie that another host of the domain plants opens nothing',
    async t => {
      const secure = await build({ PUBLIC_URL: 'https://nights.example.org' })
      const browser = browserOf(secure)
      await signIn(browser, { email: alexAddress })
      const cookie = browser.cookies.get('__Host-session /')?.value ?? ''
      t.match(cookie, /^[\w-]{43}$/)
      const ask = async (header: string) =>
        secure.inject({ url: '/you', headers: { cookie: header } })
      const opens = async (header: string) => (await ask(header)).statusCode === 200
      t.ok(await opens(`__Host-session=${cookie}`))
      t.notOk(await opens(`session=${cookie}`), 'planted')
      t.ok(await opens(`session=${'A'.repeat(43)}; __Host-session=${cookie}`))
      // A session from before the prefix gets it once.
      const sessions = db.updateTable('sessions').set({ is_prefixed: false })
      await sessions.where('token_hash', '=', hash('sha256', cookie)).execute()
      const moved = await ask(`session=${cookie}`)
      t.equal(moved.statusCode, 200)
      t.match(moved.cookies, [{ name: '__Host-session', value: cookie, secure: true }])
      t.notOk(await opens(`session=${cookie}`), 'once')
    },
  )

  await t.test('a removal is told, and leaves somebody who can come in', async t => {
    await signIn(alex, { email: alexAddress })
    for (const email of [kim, robinAddress]) await alex.act('/people/remove', { email })
    t.match(await readMembers(db), [{ email: alexAddress }])
    const [removal] = await readHistory(db, { limit: 1 })
    t.match(removal, { action: 'account-removed', after: { network: '203.0.113.0/24' } })
    t.ok((await told()).includes('account-removed'))
    const last = await alex.act('/people/remove', { email: alexAddress })
    t.equal(last.statusCode, 409)
    t.match(last.body, 'No one else could sign in then.')
  })
})
