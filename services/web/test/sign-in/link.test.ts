import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import {
  findCredentials,
  identityLinkPath,
  readPasskeys,
  saveSecondFactor,
  type CredentialsLink,
} from '@night-routine/database/credentials'
import { readHistory } from '@night-routine/database/nights'
import { bindMember, readMembers, saveMemberParent } from '@night-routine/database/people'
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

async function robinIn({ db }: Pick<Home, 'db'>) {
  const found = await findCredentials(db, keys, { email: robinAddress })
  if (found === undefined) throw new Error('Robin has no identity')
  return found
}

/** A link that this person would get from the operator, or by mail. */
async function linkBy(
  home: Pick<Home, 'db' | 'now'>,
  by: CredentialsLink['by'],
  { hours = 1, sealedWith = keys } = {},
): Promise<string> {
  const { id, version } = await robinIn(home)
  const until = home.now().add({ hours })
  return identityLinkPath(sealedWith, { identity: id, version, until, by })
}

async function actions({ db }: Pick<Home, 'db'>): Promise<string[]> {
  const entries = await readHistory(db, { limit: 20 })
  return entries
    .map(({ action, actor, after }) => `${action} ${String(actor)} ${String(after?.['link'])}`)
    .filter(text => /^(?:password|recovery|second)/.test(text))
    .toReversed()
}

const told = (maker: string) => `with a link that ${maker} made, from 192.0.2.0/24.`

t.test('a link of the other parent sets a new password, and is told to both', async t => {
  const home = await twoPeople(t)
  const { service, db, build, alex, robin } = home
  await saveMemberParent(db, alexAddress, 'a')
  const [path, other] = [await makeLink(alex), await makeLink(alex)]
  const phone = browserOf(service, { from: '192.0.2.66' })
  const page = await phone.send(path)
  t.equal(page.statusCode, 200, 'looking does not use it up')
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
  t.same(await robinIn(home), { ...(await robinIn(home)), version: 1 }, 'nothing saved')

  const passwords = [newPassword, 'twelve badgers at the lock']
  const copies = [service, await build()].map(copy => browserOf(copy, { from: '192.0.2.66' }))
  const answers = await Promise.all(
    copies.map((browser, index) => browser.follow(path, { password: passwords[index] ?? '' })),
  )
  const [winner, ...more] = answers.filter(({ answer }) => answer.statusCode === 200)
  t.same(more, [], 'of two at once, one')
  t.equal(winner?.at, '/identity/sign-in', 'the link signs no one in')
  t.match(winner?.answer.body, 'Your new password is saved. Sign in with it.')
  t.match(winner?.answer.body, 'value="robin@example.com"')
  const won = winner === answers[0] ? 0 : 1
  t.equal((await signIn(phone, { password: goodPassword })).answer.statusCode, 401)
  t.equal((await signIn(phone, { password: passwords[1 - won] ?? '' })).answer.statusCode, 401)
  t.equal((await robin.send('/you')).statusCode, 401, 'the session from before has ended')
  t.equal((await alex.send('/you')).statusCode, 200, 'that of others has not')
  for (const dead of [path, other]) {
    const again = await phone.send(dead, { password: 'somebody else wants in' })
    t.equal(again.statusCode, 410)
    t.match(again.body, 'It has been used, or the password was changed since.')
  }
  t.equal((await signIn(robin, { password: passwords[won] ?? '' })).at, '/calendars')
  t.same(await actions(home), [
    'recovery-link-made alex@example.com undefined',
    'recovery-link-made alex@example.com undefined',
    'password-recovered robin@example.com alex@example.com',
  ])
  t.match((await alex.send('/')).body, `chose a new password ${told('you')}`)
  t.match((await robin.send('/')).body, told('Parent A'))
  t.match((await alex.send('/history')).body, 'You made a link to a new password for ')
})

t.test('only a link of the operator turns the second factor off', async t => {
  const home = await twoPeople(t)
  const { id } = await robinIn(home)
  await transaction(home.db, trx =>
    saveSecondFactor(trx, keys, { id, secret: 'A'.repeat(32), codeHashes: [] }),
  )
  for (const [by, asks] of [
    ['mail', true],
    ['parent', true],
    ['operator', false],
  ] as const) {
    const path = await linkBy(home, by)
    const phone = browserOf(home.service)
    const { body } = await phone.send(path)
    t.equal(body.includes('Your second factor will be turned off.'), !asks, by)
    t.equal(body.includes('data-passkey='), !asks, `${by}: a passkey would count as both factors`)
    const passkey = JSON.stringify({ id: 'of a thief with the mailbox' })
    t.equal((await phone.send(path, { password: '', passkey })).statusCode, 400)
    await phone.follow(path, { password: newPassword })
    const { answer } = await signIn(phone, { password: newPassword })
    t.equal(answer.body.includes('One more code'), asks, by)
    t.equal((await robinIn(home)).mfa, asks, by)
    t.equal((await actions(home)).includes(`second-factor-off robin@example.com ${by}`), !asks)
  }
})

t.test('a passkey in place of the password signs in afterwards', async t => {
  const home = await twoPeople(t)
  const { service, db, alex } = home
  const [path, other] = [await makeLink(alex), await makeLink(alex)]
  const phone = browserOf(service)
  const device = softwarePasskey(publicUrl)
  const asked = askedIn((await phone.send(path)).body, 'create')
  const { id } = await robinIn(home)
  const send = (passkey: string, to = path) => phone.follow(to, { password: '', passkey })
  for (const [answer, to] of [
    ['{', path],
    [device.create(asked, { isVerified: false }), path],
    [device.create(asked), other],
  ] as const) {
    const { answer: refused } = await send(answer, to)
    t.equal(refused.statusCode, 400)
    t.match(refused.body, 'couldn’t be checked')
  }
  t.same(await readPasskeys(db, id), [], 'nothing was kept')
  const { answer: page, at } = await send(device.create(asked))
  t.equal(at, '/identity/sign-in')
  t.match(await readPasskeys(db, id), [{ id: device.id }])
  t.equal((await phone.send(other)).statusCode, 410)
  const use = device.use(askedIn(page.body, 'get'))
  const { at: there } = await phone.follow(`${actionIn(page.body)}/passkey`, { passkey: use })
  t.equal(there, '/calendars')
  t.equal((await signIn(browserOf(service))).answer.statusCode, 401, 'the password has ended')
  t.match(
    (await phone.send('/history')).body,
    'You used a link to a new password, and made a passkey: Unknown device',
  )
})

t.test('a dead link says why, and what to do', async t => {
  const home = await twoPeople(t)
  const { service, alex, robin, db, build, now, advance } = home
  const phone = browserOf(service)
  const dead = async (path: string) => {
    const [page, sent] = [await phone.send(path), await phone.send(path, { password: newPassword })]
    t.equal(page.statusCode, sent.statusCode, path)
    t.notMatch(page.body, 'robin@example.com')
    t.match(page.body, 'The other parent can make a new one in the settings, under People.')
    const [, title] = /<h1>(.*?)<\/h1>/.exec(page.body) ?? []
    return `${page.statusCode} ${title}`
  }
  const [expired, unknown, gone] = [
    '410 This link has expired',
    '404 This link doesn’t work',
    '410 This link no longer works',
  ]
  const path = await makeLink(alex)
  t.equal(await dead(await linkBy(home, 'operator', { hours: 0 })), expired)
  for (const cut of ['/identity/link?token=', path.slice(0, -3), `${path}x`])
    t.equal(await dead(cut), unknown)
  t.equal((await phone.send('/identity/link')).statusCode, 400)
  t.equal((await phone.send(`/identity/link?token=${'x'.repeat(3000)}`)).statusCode, 400)
  const identity = '00000000-0000-4000-8000-000000000000'
  const until = now().add({ hours: 1 })
  const nobodys = identityLinkPath(keys, { identity, version: 1, until, by: 'operator' })
  t.equal(await dead(nobodys), gone)

  const newer = 'cd'.repeat(32)
  const forged = await linkBy(home, 'operator', { sealedWith: parseSecretKeys([newer]) })
  t.equal(await dead(forged), unknown)
  const statusAt = async (SECRET_KEYS: string) =>
    (await browserOf(await build({ SECRET_KEYS })).send(path)).statusCode
  t.equal(await statusAt(newer), 404, 'after a rotation that dropped the old key')
  t.equal(await statusAt(`${newer},${secretKey}`), 200)
  advance({ minutes: 59 })
  t.equal((await phone.send(path)).statusCode, 200)
  advance({ minutes: 1 })
  t.equal(await dead(path), expired)

  const late = await makeLink(alex)
  t.equal((await alex.act('/people/remove', { email: robinAddress })).statusCode, 302)
  t.equal(await dead(late), gone, 'of a person who was removed')
  t.equal(await findCredentials(db, keys, { email: robinAddress }), undefined)
  t.equal((await robin.send('/you')).statusCode, 401)
  t.equal((await signIn(robin)).answer.statusCode, 401)
  t.match(await readMembers(db), [{ email: alexAddress }])
  t.match(await readHistory(db, { limit: 1 }), [
    { action: 'account-removed', actor: alexAddress, after: { account: robinAddress } },
  ])
})

t.test('only another person who has an account, or is a member, gets a link', async t => {
  const home = await twoPeople(t)
  const { db, alex, service } = home
  for (const [email, status, said] of [
    ['ALEX@example.com', 409, 'You change your own password on your page.'],
    ['nobody@example.com', 404, 'This person has no account here.'],
  ] as const) {
    const { statusCode, body } = await alex.act('/people/password-link', { email })
    t.equal(statusCode, status, email)
    t.match(body, said)
  }
  t.same(await actions(home), [])
  const email = 'kim@example.com'
  // The provider before had the same address as ours has.
  await bindMember(db, email, `${publicUrl}/identity 4711`)
  const since = '2026-01-01T00:00:00Z'
  const known = { invited_at: since, created_at: since, parent: 'b' } as const
  await db.updateTable('accounts').set(known).where('email', '=', email).execute()
  const kim = browserOf(service)
  await kim.follow(await makeLink(alex, email), { password: newPassword })
  t.equal((await signIn(kim, { email, password: newPassword })).at, '/calendars')
  const members = await readMembers(db)
  t.match(
    members.find(each => each.email === email),
    { parent: 'b' },
    'with all that was theirs',
  )
})
