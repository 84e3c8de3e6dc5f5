import { parseSecretKeys, transaction, type Database } from '@night-routine/database/connection'
import {
  createCredentials,
  createPasskey,
  findCredentials,
  linkHours,
  readCredentials,
  readCredentialsLink,
  renewCredentials,
  saveSecondFactor,
} from '@night-routine/database/credentials'
import { readJobRequests } from '@night-routine/database/jobs'
import { readHistory } from '@night-routine/database/nights'
import { saveNotificationSettings } from '@night-routine/database/notifications'
import {
  admitInvited,
  bindMember,
  createAccessToken,
  createInvitation,
  createSession,
  findAccessToken,
  findSessionRecord,
  readMembers,
  readInvitations,
  noteNetwork,
} from '@night-routine/database/people'
import { addressAs, testDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'
import { now } from './recovery/place.ts'
import { run } from './run.ts'

const alex = 'alex@example.com'
const id = '00000000-0000-4000-8000-000000000001'
const secretKey = 'ab'.repeat(32)
const keys = parseSecretKeys([secretKey])

/** A database, and the command with the settings of the container `people`. */
async function installation(t: Test) {
  const { db, url } = await testDatabase(t)
  const env = {
    DATABASE_URL: addressAs('web', url),
    SECRET_KEYS: secretKey,
    PUBLIC_URL: 'https://routine.example.org',
  }
  return {
    db,
    env,
    people: (...args: string[]) => run(['people', ...args], { env }),
    /** What the history says that the operator did. */
    history: async () =>
      (await readHistory(db, { limit: 100 }))
        .toReversed()
        .map(({ action, actor, after }) => `${action} ${JSON.stringify(after)} ${actor}`),
  }
}

/** The link that a command printed. */
function linkIn(said: string) {
  const [, token = ''] =
    /^https:\/\/routine\.example\.org\/identity\/link\?token=(\S+)$/m.exec(said) ?? []
  return readCredentialsLink(keys, token)
}

/** A person who has chosen a password and come in. */
async function comeIn(db: Database, email = alex) {
  const identity = await findCredentials(db, keys, { email })
  if (identity === undefined) throw new Error(`${email} has no account`)
  await renewCredentials(db, { ...identity, passwordHash: 'hash' })
  return bindMember(db, email, `https://routine.example.org/identity ${identity.id}`)
}

t.test('people add makes an account, and a link to its password for seven days', async t => {
  const { db, people, history } = await installation(t)
  const { code, said } = await people('add', ' Alex@Example.com ')
  t.equal(code, 0)
  t.match(said, 'alex@example.com chooses a password or a passkey here, once, within seven days:\n')
  const identity = await findCredentials(db, keys, { email: alex })
  t.match(identity, { hasPassword: false, mfa: false, version: 1 })
  const { until, ...link } = linkIn(said) ?? {}
  t.same(link, { identity: identity?.id, version: 1, by: 'operator' })
  t.equal(until?.toString(), '2026-11-27T18:00:00Z')
  t.match(await readMembers(db), [{ email: alex, invited: true }])
  t.same(await history(), [`account-made {"account":"${alex}"} null`])
  t.equal(await comeIn(db), 'bound')
})

t.test('people tells the parents what it did', async t => {
  const { db, people } = await installation(t)
  await bindMember(db, 'robin@example.com', 'https://id.example.com 1')
  const settings = { changes: true, channels: ['email'], reminderAt: null, quiet: null }
  await transaction(db, trx => saveNotificationSettings(trx, 'robin@example.com', settings))
  const told: bigint[] = []
  for (const verb of ['add', 'add', 'remove'])
    if ((await people(verb, alex)).code === 0)
      told.push(...(await readJobRequests(db)).map(({ requestNumber }) => requestNumber))
  t.same(told, [1n, 2n, 3n])
})

t.test('people add refuses an address that has an account, and points to recover', async t => {
  const { db, people, history } = await installation(t)
  await people('add', alex)
  await comeIn(db)
  const before = await findCredentials(db, keys, { email: alex })
  t.same(await people('add', 'ALEX@example.com'), {
    code: 1,
    said: `${alex} has an account here already. For a new password: people recover ${alex}`,
  })
  t.same(await findCredentials(db, keys, { email: alex }), before)
  t.equal((await history()).length, 1)
})

t.test('people add again replaces an account whose link was not used', async t => {
  const { db, people } = await installation(t)
  const first = linkIn((await people('add', alex)).said)
  const second = linkIn((await people('add', alex)).said)
  t.equal((await readCredentials(db)).length, 1)
  t.equal((await findCredentials(db, keys, { email: alex }))?.id, second?.identity)
  t.not(first?.identity, second?.identity, 'the first link is for no one')
})

t.test('people add takes an address from an invitation that was never accepted', async t => {
  const { db, people } = await installation(t)
  // Who holds an invitation can make an account with any address that no one in the household has.
  await transaction(db, trx =>
    createCredentials(trx, { id, email: alex, passwordHash: 'of a stranger' }, now),
  )
  t.match(await people('add', alex), { code: 0 })
  t.match(await findCredentials(db, keys, { email: alex }), { passwordHash: null })
  t.equal(await findCredentials(db, keys, { id }), undefined)
})

t.test('people add lets a person in again whose account was at another provider', async t => {
  const { db, people } = await installation(t)
  await bindMember(db, alex, 'https://routine.example.org/identity of-authelia')
  await transaction(db, trx => admitInvited(trx, { email: alex, parent: 'b', now }))
  const { said } = await people('add', alex)
  const subject = `https://routine.example.org/identity ${linkIn(said)?.identity}`
  t.equal(await bindMember(db, alex, subject), 'bound')
  t.match(await readMembers(db), [{ email: alex, parent: 'b' }], 'their place stays')
})

t.test('people recover makes a link to a new password for an hour', async t => {
  const { db, people, history } = await installation(t)
  await people('add', alex)
  await comeIn(db)
  const { code, said } = await people('recover', 'Alex@example.com')
  t.equal(code, 0)
  t.match(said, 'alex@example.com chooses a new password or a passkey here, once, within an hour.')
  const identity = await findCredentials(db, keys, { email: alex })
  const { until, ...link } = linkIn(said) ?? {}
  t.same(link, { identity: identity?.id, version: 2, by: 'operator' })
  t.equal(until?.toString(), now.add({ hours: linkHours.recovery }).toString())
  t.equal(identity?.passwordHash, 'hash', 'until the link is used, nothing changes')
  t.match(await history(), [/^account-made/, `recovery-link-made {"account":"${alex}"} null`])
})

t.test('people recover makes no account, and lets no one in', async t => {
  const { db, people, history } = await installation(t)
  const said = `${alex} has no account here. Check how it is spelled; people list shows everyone. For a new account: people add ${alex}`
  t.same(await people('recover', alex), { code: 1, said })
  await bindMember(db, alex, 'https://id.example.com 1')
  t.same(await people('recover', alex), { code: 1, said }, 'an account elsewhere is none here')
  await transaction(db, trx => createCredentials(trx, { id, email: 'kim@example.com' }, now))
  t.match(await people('recover', 'kim@example.com'), { code: 1 }, 'not let in')
  t.same(await history(), [])
})

t.test('people remove takes away everything with which a person comes in', async t => {
  const { db, people, history } = await installation(t)
  await people('add', alex)
  await comeIn(db)
  const session = { tokenHash: '1'.repeat(64), email: alex, subject: 's', now }
  await createSession(db, session)
  const invitation = { tokenHash: '2'.repeat(64), parent: 'b', createdBy: alex, now } as const
  await transaction(db, trx => createInvitation(trx, invitation))

  t.same(await people('remove', 'Alex@example.com'), {
    code: 0,
    said: `${alex} is signed out everywhere, and cannot sign in any more.`,
  })
  t.same([await readCredentials(db), await readMembers(db)], [[], []])
  t.equal(await findSessionRecord(db, session.tokenHash), undefined)
  t.same(await readInvitations(db, now), [])
  t.match(await history(), [/^account-made/, `account-removed {"account":"${alex}"} null`])
  t.match(await people('remove', alex), { code: 1, said: /^No one has signed in with alex@/ })
  t.equal((await history()).length, 2)
})

t.test('people remove names the list, for a person whom it lets in', async t => {
  const { db, people } = await installation(t)
  await bindMember(db, alex, 'https://id.example.com 1')
  await createSession(db, { tokenHash: '1'.repeat(64), email: alex, subject: 's', now })
  const token = {
    tokenHash: '1'.repeat(64),
    email: alex,
    name: 'Home',
    scope: 'read',
    now,
  } as const
  await transaction(db, trx => createAccessToken(trx, token))
  t.match(await people('remove', alex), { code: 0, said: /\nIf the address is in ALLOWED_EMAILS,/ })
  t.equal(await findSessionRecord(db, '1'.repeat(64)), undefined)
  t.equal(await findAccessToken(db, token.tokenHash), undefined, 'though the account stays')
})

t.test('people list shows who can sign in, and with what', async t => {
  const { db, env, people } = await installation(t)
  t.same(await people('list'), { code: 0, said: 'No one yet: people add ADDRESS' })
  for (const name of ['alex', 'kim', 'sam']) await people('add', `${name}@example.com`)
  for (const name of ['alex', 'kim']) await comeIn(db, `${name}@example.com`)
  const identity = (await findCredentials(db, keys, { email: alex }))?.id ?? ''
  await transaction(db, trx => saveSecondFactor(trx, keys, { id: identity, secret: 'secret' }))
  const passkey = { publicKey: new Uint8Array([1]), counter: 0, transports: [], name: 'A phone' }
  for (const one of ['1', '2']) await createPasskey(db, { ...passkey, id: one, identity }, now)
  for (const hours of [48, 24]) {
    const network = { email: alex, networkHash: `${hours}`, now: now.subtract({ hours }) }
    await transaction(db, trx => noteNetwork(trx, network))
  }
  await bindMember(db, 'robin@example.com', 'https://id.example.com 1')
  await transaction(db, trx => createCredentials(trx, { id, email: 'zoe@example.com' }, now))
  t.same((await people('list')).said.split('\n'), [
    'alex@example.com   password, 2 passkeys, second factor, signed in last on 2026-11-19',
    'kim@example.com    password',
    'robin@example.com  no account here',
    'sam@example.com    an account whose link was not used yet',
    'zoe@example.com    an account from an invitation that was not accepted',
  ])
  const { DATABASE_URL } = env
  t.match(await run(['people', 'list'], { env: { DATABASE_URL } }), { code: 0 }, 'needs no keys')
})

t.test('people refuses bad input, and settings that are missing, in one sentence', async t => {
  const { db, env } = await installation(t)
  for (const [more, address, said] of [
    [{}, 'alex', 'ADDRESS: "alex" is not an e-mail address.'],
    [{}, '', /^ADDRESS is missing\. Set it to an e-mail address\.$/],
    [{}, 'alex@example.com,robin@example.com', /^ADDRESS: ".*" is not an e-mail address\.$/],
    [{ PUBLIC_URL: undefined }, alex, /^PUBLIC_URL is missing\. Set it to .*\.$/],
    [{ PUBLIC_URL: 'routine.example.org' }, alex, /^PUBLIC_URL: "routine.example.org" is not /],
    [{ SECRET_KEYS: undefined }, alex, /^SECRET_KEYS is missing\. Set it to .*\.$/],
    [{ DATABASE_URL: undefined }, alex, /^DATABASE_URL is missing\. Set it to .*\.$/],
  ] as const)
    t.match(await run(['people', 'add', address], { env: { ...env, ...more } }), { code: 1, said })
  t.same([await readCredentials(db), await readMembers(db)], [[], []])
})

t.test('people says where its links do not work', async t => {
  const { env } = await installation(t)
  const said = async (signIn: string) =>
    (await run(['people', 'add', alex], { env: { ...env, SIGN_IN: signIn } })).said
  t.match(await said('oidc'), /\nHere people sign in with oidc: the link works only where web has /)
  for (const fits of ['', 'accounts']) t.notMatch(await said(fits), 'Here people sign in')
})

t.test('people rebind lets a person in whose account was created again', async t => {
  const { db, people } = await installation(t)
  await bindMember(db, alex, 'https://id.example.com old')
  const next = 'https://id.example.com new'
  t.equal(await bindMember(db, alex, next), 'other-subject')
  t.match(await people('rebind', 'Alex@Example.com'), { code: 0, said: /can sign in again/ })
  t.equal(await bindMember(db, alex, next), 'bound')
})

t.test('people rebind names an address that no one has used', async t => {
  const { people } = await installation(t)
  t.match(await people('rebind', 'kim@example.com'), {
    code: 1,
    said: /No one has signed in with kim@example\.com/,
  })
})

t.test('people says how it is used', async t => {
  for (const args of [
    [],
    ['rebind'],
    ['invite', 'a@example.com'],
    ['rebind', 'a', 'b'],
    ['list', 'a'],
  ])
    t.match(await run(['people', ...args]), {
      code: 2,
      said: /^people list {13}shows .*\npeople add ADDRESS {6}makes /,
    })
})
