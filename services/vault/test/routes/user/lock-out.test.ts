import { parseSecretKeys } from '@night-routine/database/connection'
import { saveTotpSecret, findAccount } from '@night-routine/database/vault'
import { Secret } from 'otpauth'
import t, { type Test } from 'tap'
import { alex, secretKey, startVault, type Answer } from '../../running-vault.ts'

async function behindProxy(t: Test) {
  const vault = await startVault(t, { settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  const enter = async (from: string, password: string, mfa = '') => {
    const answer = await fetch(`${vault.url}/user/signin`, {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify({ email: alex.email, password, mfa }),
    })
    const { code = 'in' } = (await answer.json()) as Answer
    return code
  }
  const fail = async (from: string) => {
    for (let attempt = 0; attempt < 8; attempt++) await enter(from, 'wrong')
  }
  return { ...vault, enter, fail }
}

t.test('failed sign-ins from another network do not lock an account', async t => {
  const { enter, fail } = await behindProxy(t)
  await fail('203.0.113.9')
  t.equal(await enter('203.0.113.9', alex.password), 'RATE_LIMITED')
  t.equal(await enter('198.51.100.4', alex.password), 'in')
  t.equal(await enter('203.0.113.9', alex.password), 'RATE_LIMITED', 'still')
  t.equal(await enter('2001:db8::1', alex.password), 'in')
  await fail('2001:db8:0:1::a')
  t.equal(await enter('2001:db8:0:1::b', alex.password), 'RATE_LIMITED', 'the same network')
})

t.test('a network that has signed in before waits as any other', async t => {
  const { enter, fail } = await behindProxy(t)
  t.equal(await enter('203.0.113.9', alex.password), 'in')
  await fail('203.0.113.9')
  t.equal(await enter('203.0.113.9', alex.password), 'RATE_LIMITED')
  t.equal(await enter('198.51.100.4', alex.password), 'in', 'no other network does')
})

t.test('limits guesses of codes, also from known or many networks', async t => {
  const { enter, db } = await behindProxy(t)
  const known = '203.0.113.9'
  t.equal(await enter(known, alex.password), 'in')
  const account = await findAccount(db, parseSecretKeys([secretKey]), alex.email)
  const secret = new Secret({ size: 20 }).base32
  await saveTotpSecret(db, parseSecretKeys([secretKey]), account?.id ?? '', secret)
  for (let guess = 0; guess < 5; guess++) {
    const from = guess % 2 === 0 ? known : `198.51.100.${guess}`
    t.equal(await enter(from, alex.password, '000000'), 'MFA_INVALID')
  }
  t.equal(await enter(known, alex.password, '000000'), 'RATE_LIMITED')
  t.equal(await enter('198.51.100.77', alex.password, '000000'), 'RATE_LIMITED')
})
