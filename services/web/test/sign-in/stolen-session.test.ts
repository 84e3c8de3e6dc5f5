import { hash } from 'node:crypto'
import { newRecoveryCodes, recoveryCodeHash, wrongOfDay } from '@night-routine/credentials'
import { transaction } from '@night-routine/database/connection'
import {
  findCredentials,
  identityLinkPath,
  readPasskeys,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import {
  readMemberNotices,
  readMembers,
  readShareLinks,
  saveMemberParent,
} from '@night-routine/database/people'
import t from 'tap'
import {
  browserOf,
  confirmationIn,
  firstPerson,
  goodPassword,
  keys,
  setUpCode,
  webWithCredentials,
} from '../web-with-credentials.ts'
import { alexAddress, makeLink, robinAddress, signIn, twoPeople } from './two-people.ts'
import { changePassword } from './ways-in.ts'

/** Alex has a second factor, with these recovery codes. */
async function withFactor(home: Awaited<ReturnType<typeof twoPeople>>) {
  const codes = newRecoveryCodes()
  const { id = '' } = (await findCredentials(home.db, keys, { email: alexAddress })) ?? {}
  const codeHashes = codes.flatMap(code => recoveryCodeHash(code) ?? [])
  const factor = { id, secret: 'GEZDGNBVGY3TQOJQ', codeHashes }
  await transaction(home.db, trx => saveSecondFactor(trx, keys, factor))
  return { id, codes }
}

const kim = 'kim@example.com'

t.test('H1: a stolen session invites no one, and who came in by it vouches for no one', async t => {
  const home = await twoPeople(t)
  const { alex, robin, service, db } = home
  const { codes } = await withFactor(home)
  const asked = await alex.send('/people/invitations', { parent: 'b' })
  t.equal(asked.statusCode, 403)
  t.match(asked.body, 'Is it really you?')
  const { statusCode } = await alex.act('/people/invitations', { parent: 'b' })
  t.equal(statusCode, 403, 'the password without the code')

  // The thief has an invitation all the same.
  const made = await robin.act('/people/invitations', { parent: 'a' })
  const [invitation = ''] = /\/invitations\/[\w-]{43}/.exec(made.body) ?? []
  const thief = browserOf(service, { from: '192.0.2.66' })
  await thief.enter(`${invitation}/sign-in`, { email: kim, password: goodPassword })
  const early = await thief.act('/people/password-link', { email: alexAddress })
  t.equal(early.statusCode, 403)
  t.match(early.body, 'once you’ve been here for 7 days')
  home.advance({ hours: 8 * 24 })
  const weak = await thief.act('/people/password-link', { email: alexAddress })
  t.equal(weak.statusCode, 403)
  t.match(weak.body, 'Turn on a second factor for yourself first')

  // Nor does a link of somebody who may vouch end the second factor, or take a passkey in its place.
  const { id, version } = (await findCredentials(db, keys, { email: alexAddress })) ?? {}
  const until = home.now().add({ hours: 1 })
  const link = { identity: id ?? '', version: version ?? 0, until, by: 'parent' } as const
  const path = identityLinkPath(keys, link)
  t.notMatch((await thief.send(path)).body, 'data-passkey')
  await thief.send(path, { password: 'eleven otters under a bridge' })
  const { answer } = await signIn(browserOf(service), {
    email: alexAddress,
    password: 'eleven otters under a bridge',
  })
  t.match(answer.body, 'One more code')
  t.equal(codes.length, 10)
})

t.test('H2: a removal is confirmed, told, and leaves somebody who can come in', async t => {
  const { alex, robin, db } = await twoPeople(t)
  await saveMemberParent(db, alexAddress, 'a')
  t.equal((await alex.send('/people/remove', { email: robinAddress })).statusCode, 403)
  t.equal((await readMembers(db)).length, 2)
  await alex.act('/people/remove', { email: robinAddress })
  t.equal((await robin.send('/you')).statusCode, 401)
  const [removal] = await readHistory(db, { limit: 1 })
  t.match(removal, {
    action: 'account-removed',
    actor: alexAddress,
    after: { account: robinAddress, network: '203.0.113.0/24' },
  })
  const [shown] = await readMemberNotices(db, alexAddress)
  t.match(shown, { action: 'account-removed' })
  const last = await alex.act('/people/remove', { email: alexAddress })
  t.equal(last.statusCode, 409)
  t.match(last.body, 'No one else could sign in then.')
})

t.test('M1: one press ends all that a stolen session made, and the history names it', async t => {
  const { alex, db, service } = await twoPeople(t)
  const { body } = await alex.act('/you/tokens', { name: 'Thief', scope: 'write' })
  const [token = ''] = /nr_[\w-]{43}/.exec(body) ?? []
  await alex.act('/feed')
  await alex.act('/people/invitations', { parent: 'b' })
  const form = (await alex.send('/you/channels/webhook')).body
  const [, secret = ''] = /name="secret"[^>]*value="([^"]+)"/.exec(form) ?? []
  const hook = { url: 'https://evil.example/hook', secret: secret.replaceAll('&#x3D;', '=') }
  await alex.act('/you/channels/webhook', hook)
  await signIn(browserOf(service, { from: '192.0.2.66' }), { email: alexAddress })
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
    'You made an invitation for Parent B',
    'You set up a way to get messages: Webhook, evil.example',
    'You secured your account',
  ])
    t.match(history, said)
})

t.test('M2: the set-up code ends with the first account', async t => {
  const { service, build } = await webWithCredentials(t)
  await firstPerson(browserOf(service))
  const { opensSettings } = await import('../../src/plugins/set-up-code.ts')
  const { db } = await twoPeople(t)
  const now = Temporal.Now.instant()
  t.equal(await opensSettings(db, { keys, now }, setUpCode(keys)), false)
  const home = await build({ PUBLIC_URL: 'http://localhost:8080' })
  const first = { set_up_code: setUpCode(keys), email: kim, password: goodPassword }
  t.equal((await browserOf(home).send('/identity/first', first)).statusCode, 409)
})

t.test('M3: a passkey is added with both factors, or not at all', async t => {
  const home = await twoPeople(t)
  const { id, codes } = await withFactor(home)
  const refused = await home.alex.act('/you/passkeys')
  t.equal(refused.statusCode, 403)
  t.match(await readPasskeys(home.db, id), [])
  const answer = { password: goodPassword, code: codes[0] ?? '' }
  t.match((await home.alex.act('/you/passkeys', {}, answer)).body, 'data-passkey="create"')
})

t.test('M4: what strangers ask for stores nothing, but attempts that are capped', async t => {
  const { service, db } = await twoPeople(t, { SMTP_URL: 'smtp+plain://127.0.0.1:9' })
  const count = async () => {
    const counts: Record<string, number> = {}
    for (const { name } of await db.introspection.getTables()) {
      const { n } = await db
        .selectFrom(name as 'accounts')
        .select(db.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      counts[name] = Number(n)
    }
    return counts
  }
  const before = await count()
  for (let index = 0; index < 20; index += 1) {
    const stranger = browserOf(service, { from: `192.0.2.${index + 1}` })
    const email = `stranger-${index}@example.com`
    await stranger.send('/auth')
    await stranger.send('/identity/sign-in')
    await stranger.send('/identity/sign-in', { email, password: 'x'.repeat(4000) })
    await stranger.send('/identity/sign-in/code', { code: '123456' })
    await stranger.send('/identity/sign-in/passkey', { passkey: '{}' })
    await stranger.send('/identity/first', { email, password: goodPassword, set_up_code: 'x' })
    await stranger.send('/identity/forgot', { email })
    await stranger.send(`/invitations/${'x'.repeat(43)}/join`, { email, password: goodPassword })
    await stranger.send('/people/invitations', { parent: 'b' })
    await stranger.send('/confirm')
  }
  const { sign_in_attempts: made = 0, ...others } = await count()
  const { sign_in_attempts: had = 0, ...known } = before
  // The worker is asked to look for mail to send, in a row that is there once.
  delete others['job_requests']
  delete known['job_requests']
  t.same(others, known)
  const kinds = await db.selectFrom('sign_in_attempts').select('email_hash').execute()
  t.ok(made > had && kinds.every(({ email_hash: key }) => /^[a-z-]+ [0-9a-f]{4}$/.test(key)))
})

t.test('M5: guessing ends for the day, and the person is notified', async t => {
  const { service, db, alex } = await twoPeople(t)
  const guess = async (browser: typeof alex, email: string) =>
    (await signIn(browser, { email, password: 'not the right one' })).answer.statusCode
  const home = browserOf(service, { from: '203.0.113.7' })
  const answers: Record<string, number[]> = {}
  for (const email of [alexAddress, 'nobody@example.com'])
    for (let index = 0; index < 7; index += 1)
      (answers[email] ??= []).push(await guess(home, email))
  t.same(answers[alexAddress], [401, 401, 401, 401, 401, 429, 429])
  t.same(answers['nobody@example.com'], answers[alexAddress], 'no oracle, also at home')
  for (let index = 0; index < wrongOfDay; index += 1)
    await guess(browserOf(service, { from: `192.0.2.${index + 1}` }), alexAddress)
  const stranger = browserOf(service, { from: '198.51.100.99' })
  t.equal(await guess(stranger, alexAddress), 429, 'from anywhere')
  const told = (await readMemberNotices(db, alexAddress)).filter(
    ({ action }) => action === 'passwords-guessed',
  )
  t.match(told, [{ after: { device: String(wrongOfDay) } }, { after: { device: '10' } }])
  t.match((await alex.send('/')).body, 'Someone entered 10 wrong passwords for your account')
})

t.test('a sign-in from a new network is shown until its person has seen it', async t => {
  const { service, db, alex } = await twoPeople(t)
  const unseen = async () => (await readMemberNotices(db, alexAddress)).map(({ action }) => action)
  t.same(await unseen(), ['invitation-made'])
  await signIn(browserOf(service, { from: '192.0.2.66' }), { email: alexAddress })
  const { body } = await alex.send('/')
  t.match(body, 'You signed in from a new network, from 192.0.2.0/24.')
  const [, seen = ''] = /action="\/you\/seen".*?name="notice_id" value="(\d+)"/.exec(body) ?? []
  await alex.send('/you/seen', { notice_id: seen })
  t.notMatch((await alex.send('/')).body, 'from a new network')
  await signIn(browserOf(service, { from: '192.0.2.66' }), { email: alexAddress })
  t.same(await unseen(), [], 'not again')
})

t.test('L1: on https a cookie that another host of the domain plants opens nothing', async t => {
  const { build, db } = await twoPeople(t)
  const secure = await build({ PUBLIC_URL: 'https://nights.example.org' })
  const browser = browserOf(secure)
  await signIn(browser, { email: alexAddress })
  const cookie = browser.cookies.get('__Host-session /')?.value ?? ''
  t.match(cookie, /^[\w-]{43}$/)
  const ask = async (header: string) => secure.inject({ url: '/you', headers: { cookie: header } })
  t.equal((await ask(`__Host-session=${cookie}`)).statusCode, 200)
  t.equal((await ask(`session=${cookie}`)).statusCode, 401, 'planted')
  t.equal((await ask(`session=${'A'.repeat(43)}; __Host-session=${cookie}`)).statusCode, 200)
  // A session from before the prefix gets it once.
  const before = { is_prefixed: false }
  await db
    .updateTable('sessions')
    .set(before)
    .where('token_hash', '=', hash('sha256', cookie))
    .execute()
  const moved = await ask(`session=${cookie}`)
  t.equal(moved.statusCode, 200)
  t.match(moved.cookies, [{ name: '__Host-session', value: cookie, secure: true }])
  t.equal((await ask(`session=${cookie}`)).statusCode, 401, 'once')
})

t.test('L5: a password is judged after the code, and holds up no other request', async t => {
  const { service } = await webWithCredentials(t)
  const refused = await browserOf(service).send('/identity/first', {
    set_up_code: 'AAAA-AAAA-AAAA',
    email: kim,
    password: 'password',
  })
  t.equal(refused.statusCode, 403, 'not 400')
  const { passwordError } = await import('@night-routine/credentials')
  let turns = 0
  const turning = setInterval(() => (turns += 1), 5)
  await passwordError('aB3$'.repeat(16), { email: kim })
  clearInterval(turning)
  t.ok(turns > 5, `the event loop turned ${turns} times`)
})

t.test('the story of the stolen session, as it ends now', async t => {
  const home = await twoPeople(t)
  await withFactor(home)
  const { alex: stolen, db } = home
  const before = await readMembers(db)
  for (const [path, form] of [
    ['/people/invitations', { parent: 'b' }],
    ['/people/remove', { email: robinAddress }],
    ['/people/password-link', { email: robinAddress }],
    ['/you/password', {}],
    ['/you/second-factor/off', {}],
    ['/you/recovery-codes', {}],
    ['/you/passkeys', {}],
    ['/you/tokens', { name: 'Thief', scope: 'write' }],
    ['/you/channels/webhook/remove', {}],
    ['/feed', {}],
    ['/sessions/others', {}],
    ['/you/secure', {}],
    ['/you/data', {}],
    ['/settings/new-address', {}],
    ['/settings/site-password', { password: 'moonlight' }],
  ] as const) {
    const answer = await stolen.send(path, form)
    t.equal(answer.statusCode, 403, path)
    t.ok(confirmationIn(answer.body), path)
  }
  t.same(await readMembers(db), before)
  const waiting = await db.selectFrom('confirmations').select('id').execute()
  t.equal(waiting.length, 1, 'one request waits, whatever was asked for')
  await t.rejects(makeLink(stolen), /403/)
})
