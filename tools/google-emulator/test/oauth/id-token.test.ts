import { createRemoteJWKSet, jwtVerify } from 'jose'
import t from 'tap'
import type { Emulator } from '@night-routine/google-emulator'
import { emulatorFor, signIn } from '../emulator.ts'

const verified = async (emulator: Emulator, token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${emulator.origin}/certs`)), {
    issuer: emulator.origin,
    audience: emulator.clientId,
    algorithms: ['RS256'],
  })

t.test('the published key signs who it is, for whom, and the nonce', async t => {
  const emulator = await emulatorFor(t)
  const { id_token: token = '' } = await signIn(emulator, { nonce: 'the-nonce' })
  const { payload } = await verified(emulator, token)
  t.match(payload, {
    sub: '100000000000000000001',
    email: 'alex@example.com',
    email_verified: true,
    nonce: 'the-nonce',
    at_hash: /^[\w-]{22}$/,
  })
  t.notOk('name' in payload, 'the name is of another scope')
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600)
})

t.test('profile adds the name; a nonce is optional', async t => {
  const emulator = await emulatorFor(t)
  const { id_token: token = '' } = await signIn(emulator, { scope: 'openid email profile' })
  const { payload } = await verified(emulator, token)
  t.equal(payload['name'], 'Alex')
  t.notOk('nonce' in payload)
})

t.test('no openid, no id token', async t => {
  const emulator = await emulatorFor(t)
  t.notOk((await signIn(emulator, { scope: 'email' })).id_token)
})

t.test('an account is what control says it is', async t => {
  const emulator = await emulatorFor(t)
  const change = { subject: '42', emailVerified: false }
  await emulator.control.changeAccount('alex@example.com', change)
  const { id_token: token = '' } = await signIn(emulator)
  t.match((await verified(emulator, token)).payload, { sub: '42', email_verified: false })
})

t.test('a spoiled token fails for the reason that was asked for', async t => {
  const emulator = await emulatorFor(t)
  const table = [
    ['signature', /signature verification failed/],
    ['issuer', /"iss"/],
    ['audience', /"aud"/],
    ['expired', /"exp"/],
  ] as const
  for (const [fault, words] of table) {
    await emulator.control.spoilIdTokens(fault)
    const { id_token: token = '' } = await signIn(emulator)
    await t.rejects(verified(emulator, token), { message: words }, fault)
  }
  await emulator.control.spoilIdTokens('nonce')
  const { id_token: token = '' } = await signIn(emulator, { nonce: 'the-nonce' })
  t.not((await verified(emulator, token)).payload['nonce'], 'the-nonce')
})
