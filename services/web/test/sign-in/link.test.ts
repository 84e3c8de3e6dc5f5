import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  findCredentials,
  identityLinkPath,
  readPasskeys,
  saveSecondFactor,
  type LinkMaker,
} from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import { readMembers, saveMemberParent } from '@night-routine/database/people'
import t from 'tap'
import {
  actionIn,
  browserOf,
  goodPassword,
  keys,
  publicUrl,
  secretKey,
} from '../web-with-credentials.ts'
import { askedIn, softwarePasskey } from '../software-passkey.ts'
import {
  alexAddress,
  makeLink,
  newPassword,
  robinAddress,
  signIn,
  twoPeople,
} from './two-people.ts'

type Home = Awaited<ReturnType<typeof twoPeople>>

/** A link that this person would get from the operator, or by mail. */
async function linkBy(
  { db, start }: Pick<Home, 'db' | 'start'>,
  by: LinkMaker,
  { hours = 1, sealedWith = keys } = {},
): Promise<string> {
  const { id, version } = await robinIn(db)
  return identityLinkPath(sealedWith, { identity: id, version, until: start.add({ hours }), by })
}

async function robinIn(db: Home['db']) {
  const found = await findCredentials(db, keys, { email: robinAddress })
  if (found === undefined) throw new Error('Robin has no identity')
  return found
}

async function actions(db: Home['db']): Promise<string[]> {
  const entries = await readHistory(db, { limit: 20 })
  return entries
    .map(({ action, actor, after }) => `${action} ${String(actor)} ${String(after?.['link'])}`)
    .filter(text => /^(?:password|recovery|second)/.test(text))
    .toReversed()
}

t.test('a link of the other parent sets a new password, and the usual sign-in follows', async t => {
  const { service, db, alex, robin } = await twoPeople(t)
  const path = await makeLink(alex)
  const phone = browserOf(service)
  const page = await phone.send(path)
  t.equal(page.statusCode, 200)
  t.match(page.headers, {
    'referrer-policy': 'same-origin',
    'x-robots-tag': /noindex/,
    'cache-control': 'no-store',
  })
  t.match(page.body, 'Choose a new password')
  t.match(page.body, /type="email" name="email" value="robin@example\.com" autocomplete="username"/)
  t.match(page.body, 'autocomplete="new-password"')

  const { answer: short } = await phone.follow(path, { password: 'short' })
  t.equal(short.statusCode, 400)
  t.match(short.body, 'A password needs at least 15 characters.')
  t.same(await actions(db), ['recovery-link-made alex@example.com undefined'], 'nothing saved')

  const { answer, at } = await phone.follow(path, { password: newPassword })
  t.equal(at, '/identity/sign-in', 'the link signs no one in')
  t.match(answer.body, 'value="robin@example.com"')
  t.match(answer.body, 'Your new password is saved. Sign in with it.')
  t.same(await actions(db), [
    'recovery-link-made alex@example.com undefined',
    'password-recovered robin@example.com alex@example.com',
  ])
  t.equal((await signIn(phone, { password: goodPassword })).answer.statusCode, 401)
  t.equal((await signIn(phone, { password: newPassword })).at, '/calendars')
  t.equal((await robin.send('/you')).statusCode, 401, 'the session from before has ended')
  t.equal((await alex.send('/you')).statusCode, 200, 'that of others has not')
})

t.test('only a link of the operator turns the second factor off', async t => {
  for (const [by, asks] of [
    ['mail', true],
    ['parent', true],
    ['operator', false],
  ] as const) {
    const home = await twoPeople(t)
    const { id } = await robinIn(home.db)
    await transaction(home.db, trx =>
      saveSecondFactor(trx, keys, { id, secret: 'A'.repeat(32), codeHashes: [] }),
    )
    const path = await linkBy(home, by)
    const phone = browserOf(home.service)
    const { body } = await phone.send(path)
    t.equal(body.includes('Your second factor will be turned off.'), !asks, by)
    t.equal(body.includes('data-passkey='), !asks, `${by}: a passkey would count as both factors`)
    if (asks) {
      const passkey = JSON.stringify({ id: 'of a thief with the mailbox' })
      const { answer: refused } = await phone.follow(path, { password: '', passkey })
      t.equal(refused.statusCode, 400)
      t.match(refused.body, 'A password needs at least 15 characters.')
    }
    await phone.follow(path, { password: newPassword })
    const { answer } = await signIn(phone, { password: newPassword })
    t.equal(answer.body.includes('One more code'), asks, by)
    t.equal((await robinIn(home.db)).mfa, asks, by)
    t.same(await actions(home.db), [
      `password-recovered robin@example.com ${by}`,
      ...(asks ? [] : [`second-factor-off robin@example.com ${by}`]),
    ])
  }
})

t.test('a passkey in place of the password signs in afterwards', async t => {
  const { service, db, alex } = await twoPeople(t)
  const [path, other] = [await makeLink(alex), await makeLink(alex)]
  const phone = browserOf(service)
  const device = softwarePasskey(publicUrl)
  const asked = askedIn((await phone.send(path)).body, 'create')
  const { id } = await robinIn(db)
  const send = (passkey: string, to = path) => phone.follow(to, { password: '', passkey })
  for (const [answer, to] of [
    ['{', path],
    [device.create(asked, { isVerified: false }), path],
    [device.create(asked, { origin: 'https://evil.example' }), path],
    [device.create(asked), other],
  ] as const) {
    const { answer: refused } = await send(answer, to)
    t.equal(refused.statusCode, 400)
    t.match(refused.body, 'couldn’t be checked')
  }
  t.same(await readPasskeys(db, id), [], 'nothing was kept')
  const { answer: page, at } = await send(device.create(asked))
  t.equal(at, '/identity/sign-in')
  t.same(
    (await readPasskeys(db, id)).map(passkey => passkey.id),
    [device.id],
  )
  t.equal((await phone.send(path)).statusCode, 410)
  t.equal((await phone.send(other)).statusCode, 410)
  const use = device.use(askedIn(page.body, 'get'))
  const { at: there } = await phone.follow(`${actionIn(page.body)}/passkey`, { passkey: use })
  t.equal(there, '/calendars')
  t.equal((await signIn(browserOf(service), { password: goodPassword })).answer.statusCode, 401)
  t.match(
    (await phone.send('/history')).body,
    'You used a link to a new password, and made a passkey: Unknown device',
  )
})

t.test('a dead link says why, and what to do', async t => {
  const home = await twoPeople(t)
  const { service, db, alex, start } = home
  const phone = browserOf(service)
  const dead = async (path: string) => {
    const [page, sent] = [await phone.send(path), await phone.send(path, { password: newPassword })]
    t.equal(page.statusCode, sent.statusCode, path)
    t.notMatch(page.body, 'robin@example.com')
    t.match(page.body, 'The other parent can make a new one in the settings, under People.')
    const [, title] = /<h1>(.*?)<\/h1>/.exec(page.body) ?? []
    return `${page.statusCode} ${title}`
  }
  const path = await makeLink(alex)
  t.equal(await dead(await linkBy(home, 'operator', { hours: 0 })), '410 This link has expired')
  for (const cut of ['/identity/link?token=', path.slice(0, -3), `${path}x`])
    t.equal(await dead(cut), '404 This link doesn’t work')
  t.equal((await phone.send('/identity/link')).statusCode, 400)
  t.equal((await phone.send(`/identity/link?token=${'x'.repeat(3000)}`)).statusCode, 400)
  const gone = identityLinkPath(keys, {
    identity: '00000000-0000-4000-8000-000000000000',
    version: 1,
    until: start.add({ hours: 1 }),
    by: 'operator',
  })
  t.equal(await dead(gone), '410 This link no longer works')
  t.equal((await robinIn(db)).version, 1)
})

t.test('a link dies when it is used, by a password changed since, and after an hour', async t => {
  const home = await twoPeople(t)
  const { service, db, alex, advance } = home
  const phone = browserOf(service)
  const status = async (path: string) => (await phone.send(path)).statusCode
  const [path, other] = [await makeLink(alex), await makeLink(alex)]
  t.same([await status(path), await status(other)], [200, 200], 'looking does not use it up')
  await phone.send(path, { password: newPassword })
  const again = await phone.send(path, { password: 'somebody else wants in' })
  t.equal(again.statusCode, 410)
  t.match(again.body, 'It has been used, or the password was changed since.')
  t.equal(await status(other), 410, 'a link from before a later password')
  t.equal((await signIn(phone, { password: newPassword })).at, '/calendars')

  const late = await makeLink(alex)
  advance({ minutes: 59 })
  t.equal(await status(late), 200)
  advance({ minutes: 1 })
  t.equal(await status(late), 410)
  t.equal((await robinIn(db)).version, 2)
})

t.test(
  'two recoveries at once: one sets the password, the other hears that it was used',
  async t => {
    const { service, build, db, alex } = await twoPeople(t)
    const path = await makeLink(alex)
    const passwords = [newPassword, 'twelve badgers at the lock']
    const browsers = [browserOf(service), browserOf(await build())]
    const answers = await Promise.all(
      browsers.map((browser, index) => browser.send(path, { password: passwords[index] ?? '' })),
    )
    t.same(answers.map(({ statusCode }) => String(statusCode)).toSorted(), ['302', '410'])
    const [winner = ''] = passwords.filter((_, index) => answers[index]?.statusCode === 302)
    const [loser = ''] = passwords.filter(password => password !== winner)
    const phone = browserOf(service)
    t.equal((await signIn(phone, { password: loser })).answer.statusCode, 401)
    t.equal((await signIn(phone, { password: winner })).at, '/calendars')
    const recovered = (await actions(db)).filter(text => text.startsWith('password-recovered'))
    t.equal(recovered.length, 1)
  },
)

const told = (maker: string) => `with a link that ${maker} made, from 192.0.2.0/24.`

t.test('a stolen link: told to both, ends sessions, dead after its use', async t => {
  const { service, db, advance, alex, robin } = await twoPeople(t)
  await saveMemberParent(db, alexAddress, 'a')
  const path = await makeLink(alex)
  const thief = browserOf(service, { from: '192.0.2.66' })
  await thief.follow(path, { password: newPassword })
  t.equal((await thief.send('/you')).statusCode, 401, 'it signs no one in')
  t.equal((await robin.send('/')).body.includes('/sign-out'), false, 'Robin is signed out')
  t.equal((await robin.send(path)).statusCode, 410)
  for (const [id, name] of [
    ['a', 'Alex'],
    ['b', 'Robin'],
  ] as const)
    await db.updateTable('parents').set({ name }).where('id', '=', id).execute()
  t.match((await alex.send('/')).body, `Robin chose a new password ${told('you')}`)
  t.match((await alex.send('/history')).body, 'You made a link to a new password for Robin')
  advance({ minutes: 1 })
  // Robin gets in again by another link, and sees in the history that it was not the first one.
  await robin.follow(await makeLink(alex), { password: 'only robin knows this one' })
  t.equal((await signIn(robin, { password: 'only robin knows this one' })).at, '/calendars')
  t.equal((await signIn(thief, { password: newPassword })).answer.statusCode, 401)
  const { body } = await robin.send('/history')
  t.equal(body.split('You chose a new password with a link that ').length - 1, 2)
  t.match((await robin.send('/')).body, told('Alex'), 'and is told so')
})

t.test('a link after a rotation of SECRET_KEYS lives while the old key is there', async t => {
  const { build, alex } = await twoPeople(t)
  const path = await makeLink(alex)
  const newer = 'cd'.repeat(32)
  const without = browserOf(await build({ SECRET_KEYS: newer }))
  t.equal((await without.send(path)).statusCode, 404)
  const withBoth = browserOf(await build({ SECRET_KEYS: `${newer},${secretKey}` }))
  t.equal((await withBoth.send(path)).statusCode, 200)
  t.equal((await withBoth.send(path, { password: newPassword })).statusCode, 302)
  const forged = await linkBy(
    { db: (await twoPeople(t)).db, start: Temporal.Now.instant() },
    'operator',
    {
      sealedWith: parseSecretKeys([newer]),
    },
  )
  t.equal((await browserOf(await build()).send(forged)).statusCode, 404)
})

t.test('only another person who has an account gets a link', async t => {
  const { db, alex, service } = await twoPeople(t)
  const path = '/people/password-link'
  for (const [email, status, said] of [
    [alexAddress, 409, 'You change your own password on your page.'],
    ['ALEX@example.com', 409, 'You change your own password on your page.'],
    ['nobody@example.com', 404, 'This person has no account here.'],
  ] as const) {
    const { statusCode, body } = await alex.act(path, { email })
    t.equal(statusCode, status, email)
    t.match(body, said)
  }
  const stranger = browserOf(service)
  t.equal((await stranger.send(path, { email: robinAddress })).statusCode, 401)
  t.same(await actions(db), [])
})

t.test('who is removed has no account any more, and no link', async t => {
  const { db, alex, robin, service } = await twoPeople(t)
  const path = await makeLink(alex)
  t.equal((await alex.act('/people/remove', { email: robinAddress })).statusCode, 302)
  t.equal(await findCredentials(db, keys, { email: robinAddress }), undefined)
  t.equal((await browserOf(service).send(path)).statusCode, 410)
  t.equal((await robin.send('/you')).statusCode, 401)
  t.equal((await signIn(robin)).answer.statusCode, 401)
  t.same(
    (await readMembers(db)).map(({ email }) => email),
    [alexAddress],
  )
  t.match(await readHistory(db, { limit: 1 }), [
    { action: 'account-removed', actor: alexAddress, after: { account: robinAddress } },
  ])
})
