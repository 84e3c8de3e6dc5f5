import t from 'tap'
import { MfaInvalid, WrongCredentials } from '../../src/index.ts'
import { failure } from '../failure.ts'
import { hurriedClient, inTurn, scriptedHost, type Seen } from '../scripted-host.ts'

/** A host with one account that has a second factor. */
function secondFactor({ fields, path }: Seen) {
  if (path !== '/user/signin') return { body: { uid: fields['token'], name: '', email: '' } }
  if (fields['password'] !== 'moonlight') return { body: { error: 'Wrong password.' } }
  if (!fields['mfa']) return { body: { error: 'Please enter your 2FA code.' } }
  return { body: { token: 'fresh', name: 'Alex', email: 'a@example.org' } }
}

const account = { email: 'a@example.org', password: 'moonlight' }

t.test('asks for the second factor only if the host does', async t => {
  const host = await scriptedHost(t, secondFactor)
  const client = hurriedClient(host.address, { token: undefined })
  let asked = 0
  const mfa = async () => {
    asked += 1
    return '123456'
  }
  t.type(await failure(client.user.signIn({ ...account, password: 'x', mfa })), WrongCredentials)
  t.equal(asked, 0)
  t.match(await client.user.signIn({ ...account, mfa }), { token: 'fresh', name: 'Alex' })
  t.equal(asked, 1)
  t.equal((await client.user.info()).uid, 'fresh', 'later calls carry the token')
})

t.test('retries a sign-in without a code', async t => {
  const signedIn = { body: { token: 'fresh', name: 'Alex', email: 'a@example.org' } }
  const host = await scriptedHost(t, inTurn([null, { status: 503 }, signedIn]))
  t.match(await hurriedClient(host.address).user.signIn(account), { token: 'fresh' })
})

t.test('a known code is sent at once, and not again', async t => {
  const vague = await scriptedHost(t, () => ({ body: { error: 'x', code: 'MFA_REQUIRED' } }))
  const error = await failure(hurriedClient(vague.address).user.signIn({ ...account, mfa: '1' }))
  t.type(error, MfaInvalid)
  t.match(vague.seen, [{ fields: { mfa: '1' } }])
  t.equal(vague.seen.length, 1)
})

t.test('after signing out the client has no token', async t => {
  const host = await scriptedHost(t, () => ({ body: {} }))
  const client = hurriedClient(host.address)
  await client.user.signOut()
  t.equal((await failure(client.user.info())).name, 'NotSignedIn')
  t.equal(host.seen.length, 1)
})
